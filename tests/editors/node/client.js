// Drives the language server through the library with which VS Code talks, in a folder with house.yaml, and prints
// what it shows.
const { spawn } = require("child_process");
const { pathToFileURL } = require("url");
const fs = require("fs");
const rpc = require("vscode-jsonrpc/node");
const lsp = require("vscode-languageserver-protocol");

async function main() {
  const server = spawn("roundhouse", ["lsp", "--stdio"]);
  const connection = lsp.createProtocolConnection(
    new rpc.StreamMessageReader(server.stdout),
    new rpc.StreamMessageWriter(server.stdin)
  );
  const told = [];
  let heard = () => {};
  connection.onNotification(lsp.PublishDiagnosticsNotification.type, (said) => {
    told.push(said);
    heard();
  });
  connection.listen();
  const said = (version) =>
    new Promise((resolve) => {
      heard = () => {
        const found = told.find((one) => one.version === version);
        if (found) resolve(found.diagnostics);
      };
      heard();
    });

  const uri = pathToFileURL("house.yaml").href;
  const text = fs.readFileSync("house.yaml", "utf8");
  const started = await connection.sendRequest(lsp.InitializeRequest.type, {
    processId: process.pid,
    rootUri: pathToFileURL(process.cwd()).href,
    capabilities: { general: { positionEncodings: ["utf-16"] } },
  });
  console.log("server", started.serverInfo.name, started.capabilities.positionEncoding);
  await connection.sendNotification(lsp.InitializedNotification.type, {});
  await connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: "yaml", version: 1, text },
  });
  for (const one of await said(1)) console.log("diagnostic", one.range.start.line, one.code, one.message.split("\n")[0]);

  const place = (word) => {
    const at = text.indexOf(word);
    const before = text.slice(0, at).split("\n");
    return { line: before.length - 1, character: before[before.length - 1].length };
  };
  const document = { uri };
  const hover = await connection.sendRequest(lsp.HoverRequest.type, { textDocument: document, position: place("bonus > 0") });
  console.log("hover", hover.contents.value.replace(/\n+/g, " | "));
  const list = await connection.sendRequest(lsp.CompletionRequest.type, { textDocument: document, position: place("turns ==") });
  console.log("completion", list.items.map((item) => item.label).sort().join(" "));
  const edit = await connection.sendRequest(lsp.RenameRequest.type, {
    textDocument: document,
    position: place("bonus > 0"),
    newName: "prize",
  });
  console.log("rename", edit.changes[uri].length);
  await connection
    .sendRequest(lsp.RenameRequest.type, { textDocument: document, position: place("bonus > 0"), newName: "2" })
    .catch((refused) => console.log("refused", refused.message));
  const at = place("dubble");
  await connection.sendNotification(lsp.DidChangeTextDocumentNotification.type, {
    textDocument: { uri, version: 2 },
    contentChanges: [{ range: { start: at, end: { line: at.line, character: at.character + 6 } }, text: "double" }],
  });
  console.log("diagnostics", (await said(2)).length);
  const book = await connection.sendRequest(lsp.ExecuteCommandRequest.type, { command: "roundhouse.rulebook", arguments: [uri] });
  console.log("rulebook", /<title>.*<\/title>/.exec(book.html)[0]);
  await connection.sendRequest(lsp.ShutdownRequest.type);
  const ended = new Promise((resolve) => server.on("exit", resolve));
  await connection.sendNotification(lsp.ExitNotification.type);
  console.log("exit", await ended);
  connection.dispose();
}

main().catch((trouble) => {
  console.log("trouble", trouble);
  process.exit(1);
});
