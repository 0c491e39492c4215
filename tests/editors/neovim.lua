-- Drives the language server as Neovim does, in a folder with house.yaml and friday.yaml, and prints what it shows.
local function say(...) io.stdout:write(table.concat({ ... }, " "), "\n") end

local function run()
  vim.cmd("edit house.yaml")
  local buffer = vim.api.nvim_get_current_buf()
  local client = vim.lsp.start_client({ name = "roundhouse", cmd = { "roundhouse", "lsp" }, root_dir = vim.fn.getcwd() })
  vim.lsp.buf_attach_client(buffer, client)
  assert(vim.wait(20000, function() return vim.lsp.buf_is_attached(buffer, client) end), "it does not attach")

  local function diagnostics(wanted)
    vim.wait(20000, function() return #vim.diagnostic.get(buffer) == wanted end)
    local list = vim.diagnostic.get(buffer)
    for _, one in ipairs(list) do
      say("diagnostic", one.lnum .. ":" .. one.col, one.code, (one.message:gsub("\n.*", "")))
    end
    say("diagnostics", #list)
  end

  local function ask(method, line, word, more)
    local text = vim.api.nvim_buf_get_lines(buffer, line, line + 1, false)[1]
    local at = vim.str_utfindex(text, text:find(word, 1, true) - 1)
    local parameters = {
      textDocument = { uri = vim.uri_from_bufnr(buffer) },
      position = { line = line, character = at },
    }
    for key, value in pairs(more or {}) do parameters[key] = value end
    local answers = vim.lsp.buf_request_sync(buffer, method, parameters, 20000)
    for _, answer in pairs(answers or {}) do
      if answer.error then
        say("refused", method, answer.error.message)
        return nil
      end
      return answer.result
    end
    error(method .. " is not answered")
  end

  diagnostics(1)

  -- The proposed mend.
  local range = vim.lsp.util.make_given_range_params({ 14, 16 }, { 14, 17 })
  range.context = { diagnostics = {} }
  for _, answer in pairs(vim.lsp.buf_request_sync(buffer, "textDocument/codeAction", range, 20000)) do
    for _, action in ipairs(answer.result) do
      say("action", action.title)
      vim.lsp.util.apply_workspace_edit(action.edit, "utf-16")
    end
  end
  say("line 14", vim.api.nvim_buf_get_lines(buffer, 13, 14, false)[1])
  diagnostics(0)

  say("hover", (ask("textDocument/hover", 8, "bonus").contents.value:gsub("\n+", " | ")))
  say("hover", (ask("textDocument/hover", 13, "double").contents.value:gsub("\n+", " | ")))

  local found = {}
  for _, item in ipairs(ask("textDocument/completion", 13, "turns").items) do table.insert(found, item.label) end
  table.sort(found)
  say("completion", table.concat(found, " "))

  local place = ask("textDocument/definition", 8, "bonus")
  say("definition", vim.fn.fnamemodify(vim.uri_to_fname(place.uri), ":t"), place.range.start.line .. ":" .. place.range.start.character)
  for _, one in ipairs(ask("textDocument/references", 8, "bonus", { context = { includeDeclaration = true } })) do
    say("reference", vim.fn.fnamemodify(vim.uri_to_fname(one.uri), ":t"), one.range.start.line .. ":" .. one.range.start.character)
  end

  ask("textDocument/rename", 8, "bonus", { newName = "turn" })
  vim.lsp.util.apply_workspace_edit(ask("textDocument/rename", 8, "bonus", { newName = "prize" }), "utf-16")
  diagnostics(0)
  vim.api.nvim_buf_set_lines(buffer, 13, 14, false, { "    when:   tile.double   and me.turns==1" })
  vim.lsp.buf.formatting_sync(nil, 20000)
  say(table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n"))
  say("friday.yaml", vim.api.nvim_buf_get_lines(vim.fn.bufnr("friday.yaml"), 4, 5, false)[1])

  local book = vim.lsp.buf_request_sync(buffer, "roundhouse/rulebook", { textDocument = { uri = vim.uri_from_bufnr(buffer) } }, 20000)
  for _, answer in pairs(book) do say("rulebook", answer.result.html:match("<title>.-</title>")) end
end

local good, trouble = pcall(run)
if not good then say("trouble", trouble) end
vim.cmd("qall!")
