// Starts `pyk2ptx lsp` for Python files. Nothing is built: the one dependency is
// what `npm install` in this folder brings.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function settings() {
  const all = workspace.getConfiguration("pyk2ptx");
  return {
    arch: all.get("arch"),
    include: all.get("include"),
    define: all.get("define"),
    sig: all.get("sig"),
  };
}

exports.activate = function () {
  const command = workspace.getConfiguration("pyk2ptx").get("path");
  client = new LanguageClient(
    "pyk2ptx",
    "pyk2ptx",
    { command, args: ["lsp"] },
    {
      documentSelector: [{ language: "python" }],
      initializationOptions: settings(),
      synchronize: { configurationSection: "pyk2ptx" },
    }
  );
  return client.start();
};

exports.deactivate = function () {
  return client && client.stop();
};
