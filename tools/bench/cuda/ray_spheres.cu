// params: spheres.ptr colors.ptr shine.ptr light.ptr fov image.ptr spheres.shape0:i32 image.shape0:i32 image.shape1:i32
constexpr float EPS = 1e-3f;
constexpr int MAX_BOUNCES = 4;

__device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

__device__ float3 normalize(float3 v) {
    float length = sqrtf(dot(v, v));
    return make_float3(v.x / length, v.y / length, v.z / length);
}

__device__ int intersect(const float* __restrict__ spheres, int count, float3 origin, float3 direction, float* t_hit) {
    float nearest = 1e20f;
    int index = -1;
    for (int k = 0; k < count; k++) {
        const float* s = spheres + 4 * k;
        float3 l = make_float3(s[0] - origin.x, s[1] - origin.y, s[2] - origin.z);
        float b = dot(l, direction);
        float c = dot(l, l) - s[3] * s[3];
        float disc = b * b - c;
        if (disc > 0) {
            float t = b - sqrtf(disc);
            if (t > EPS && t < nearest) {
                nearest = t;
                index = k;
            }
        }
    }
    *t_hit = nearest;
    return index;
}

extern "C" __global__ void ray_spheres(const float* __restrict__ spheres, const float* __restrict__ colors,
                                       const float* __restrict__ shine, const float* __restrict__ light, float fov,
                                       float* __restrict__ image, int count, int height, int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float3 origin = make_float3(0, 0, 0);
    float3 direction = normalize(make_float3((x - width / 2.0f) * fov / width, (height / 2.0f - y) * fov / width, 1));
    float3 sun = make_float3(light[0], light[1], light[2]);
    float r = 0, g = 0, b = 0, weight = 1;
    for (int bounce = 0; bounce < MAX_BOUNCES; bounce++) {
        float t;
        int k = intersect(spheres, count, origin, direction, &t);
        if (k < 0) {
            float sky = 0.5f * (direction.y + 1);
            r += weight * (1 - 0.5f * sky);
            g += weight * (1 - 0.3f * sky);
            b += weight;
            break;
        }
        origin = make_float3(origin.x + t * direction.x, origin.y + t * direction.y, origin.z + t * direction.z);
        const float* s = spheres + 4 * k;
        float3 normal = normalize(make_float3(origin.x - s[0], origin.y - s[1], origin.z - s[2]));
        float shade = 0.1f, facing = dot(normal, sun);
        if (facing > 0) {
            float unused;
            if (intersect(spheres, count, origin, sun, &unused) < 0) shade += 0.9f * facing;
        }
        float matte = weight * (1 - shine[k]);
        r += matte * shade * colors[3 * k];
        g += matte * shade * colors[3 * k + 1];
        b += matte * shade * colors[3 * k + 2];
        weight *= shine[k];
        if (weight < 0.01f) break;
        float along = 2 * dot(direction, normal);
        direction = make_float3(direction.x - along * normal.x, direction.y - along * normal.y,
                                direction.z - along * normal.z);
    }
    float* pixel = image + (y * width + x) * 3;
    pixel[0] = fminf(r, 1.0f);
    pixel[1] = fminf(g, 1.0f);
    pixel[2] = fminf(b, 1.0f);
}
