// A device's attributes by name, and its peers.
#include "state.h"

namespace pyk2ptx {

namespace {

struct AttributeRow {
  int number;
  std::string_view name;
};

constexpr AttributeRow attributeRows[] = {
#define DEVICE_ATTRIBUTE(number, name) {number, #name},
#include "device_attributes.def"
#undef DEVICE_ATTRIBUTE
};

} // namespace

Result<int> Device::attribute(std::string_view name) const {
  constexpr std::string_view prefix = "CU_DEVICE_ATTRIBUTE_";
  std::string_view bare = name;
  if (bare.substr(0, prefix.size()) == prefix)
    bare.remove_prefix(prefix.size());
  for (const AttributeRow &row : attributeRows)
    if (row.name == bare)
      return state_->attribute(row.number);
  return Error::make("NotFound", "there is no device attribute `" +
                                     std::string(name) + "`");
}

Result<std::array<std::uint8_t, 16>> Device::uuid() const {
  driver::DeviceUuid uuid = {};
  driver::Status status = state_->api.cuDeviceGetUuid(&uuid, state_->device);
  if (status != driver::success)
    return state_->fail(status, "cuDeviceGetUuid");
  std::array<std::uint8_t, 16> bytes = {};
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = uuid.bytes[i];
  return bytes;
}

Result<std::string> Device::pciBusId() const {
  char id[64] = {};
  driver::Status status =
      state_->api.cuDeviceGetPCIBusId(id, sizeof(id) - 1, state_->device);
  if (status != driver::success)
    return state_->fail(status, "cuDeviceGetPCIBusId");
  return std::string(id);
}

// Peers ---------------------------------------------------------------------

Result<bool> Device::canAccess(const Device &other) const {
  int can = 0;
  driver::Status status = state_->api.cuDeviceCanAccessPeer(
      &can, state_->device, other.state_->device);
  if (status != driver::success)
    return state_->fail(status, "cuDeviceCanAccessPeer");
  return can != 0;
}

Result<void> Device::enablePeerAccess(const Device &other) const {
  // The other context must exist, too.
  if (Result<void> entered = other.state_->enter(); !entered)
    return entered;
  if (Result<void> entered = state_->enter(); !entered)
    return entered;
  driver::Status status =
      state_->api.cuCtxEnablePeerAccess(other.state_->context(), 0);
  if (status == driver::success || status == driver::peerAccessAlreadyEnabled)
    return {};
  return state_->failWith(status, "cuCtxEnablePeerAccess",
                          "device " + std::to_string(state_->ordinal) +
                              " was to use memory of device " +
                              std::to_string(other.state_->ordinal));
}

Result<void> Device::disablePeerAccess(const Device &other) const {
  if (Result<void> entered = other.state_->enter(); !entered)
    return entered;
  if (Result<void> entered = state_->enter(); !entered)
    return entered;
  driver::Status status =
      state_->api.cuCtxDisablePeerAccess(other.state_->context());
  if (status == driver::success || status == driver::peerAccessNotEnabled)
    return {};
  return state_->fail(status, "cuCtxDisablePeerAccess");
}

} // namespace pyk2ptx
