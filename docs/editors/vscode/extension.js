// Starts `roundhouse lsp` and shows the rulebook of the rule file at hand beside it, anew with each change.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

/// Rule files are YAML whose first key is `roundhouse`; other YAML is none of our business.
function isRuleFile(document) {
  return document.languageId === "yaml" && /^(?:\s*#.*\n|\s*\n)*roundhouse\s*:/.test(document.getText().slice(0, 4096));
}

async function showRulebook() {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !isRuleFile(editor.document)) {
    vscode.window.showInformationMessage("The rulebook is of a rule file: open one first.");
    return;
  }
  const uri = editor.document.uri.toString();
  const panel = vscode.window.createWebviewPanel("roundhouse.rulebook", "Rulebook", vscode.ViewColumn.Beside, {});
  const show = async () => {
    try {
      const book = await client.sendRequest("roundhouse/rulebook", { textDocument: { uri } });
      panel.webview.html = book.html;
    } catch (trouble) {
      // While the file has errors the last book stays.
      if (!panel.webview.html) panel.webview.html = "<p>The rule file has errors.</p>";
    }
  };
  const changes = vscode.workspace.onDidChangeTextDocument((event) => {
    if (event.document.uri.toString() === uri) show();
  });
  panel.onDidDispose(() => changes.dispose());
  await show();
}

async function activate(context) {
  const command = vscode.workspace.getConfiguration("roundhouse").get("path");
  client = new LanguageClient(
    "roundhouse",
    "roundhouse",
    { command, args: ["lsp"] },
    {
      documentSelector: [
        { scheme: "file", language: "yaml" },
        { scheme: "file", language: "train" },
      ],
      middleware: {
        didOpen: (document, next) => (document.languageId === "train" || isRuleFile(document) ? next(document) : undefined),
        didChange: (event, next) =>
          event.document.languageId === "train" || isRuleFile(event.document) ? next(event) : undefined,
      },
    }
  );
  context.subscriptions.push(vscode.commands.registerCommand("roundhouse.showRulebook", showRulebook));
  await client.start();
}

function deactivate() {
  return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
