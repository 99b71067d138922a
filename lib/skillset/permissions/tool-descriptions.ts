/** What each built-in tool does, for consent. `registry.test.ts` compares it with the tools. */
import type { RiskLevel } from '../document/skillset-document.ts'

type ToolDescription = { does: string; risk: RiskLevel }

// biome-ignore format: a table reads in rows
export const TOOL_DESCRIPTIONS: Record<string, ToolDescription> = {
  'vault.ensureFolder':        { does: 'creates folders in your vault',                         risk: 'writes' },
  'vault.listFiles':           { does: 'lists the files in your vault',                       risk: 'read-only' },
  'vault.readFile':            { does: 'reads files in your vault',                           risk: 'read-only' },
  'vault.createFile':          { does: 'creates files in your vault',                           risk: 'writes' },
  'vault.writeFile':           { does: 'writes files in your vault',                          risk: 'writes' },
  'vault.patchFile':           { does: 'edits files in your vault',                risk: 'writes' },
  'vault.rename':              { does: 'renames and moves files in your vault',               risk: 'writes' },
  'vault.delete':              { does: 'deletes files in your vault',                         risk: 'writes' },
  'vault.searchText':          { does: 'searches the files in your vault',                    risk: 'read-only' },
  'editor.getSelection':       { does: 'reads your selection',                        risk: 'read-only' },
  'editor.replaceSelection':   { does: 'replaces your selection',                     risk: 'writes' },
  'editor.insertAtCursor':     { does: 'inserts text at your cursor',                          risk: 'writes' },
  'editor.replaceRange':       { does: 'edits the file you have open',                 risk: 'writes' },
  'editor.getActiveFilePath':  { does: 'reads which file you have open',                       risk: 'read-only' },
  'workspace.getContext':      { does: 'reads which files you have open',                             risk: 'read-only' },
  'workspace.openFile':        { does: 'opens files in your editor',                         risk: 'commands' },
  'commands.list':             { does: 'lists your commands',                    risk: 'read-only' },
  'commands.run':              { does: 'runs commands as you, including the buttons of other skills', risk: 'commands' },
  'util.parseMarkdownBullets': { does: 'reads lists in Markdown text',                             risk: 'read-only' },
  'util.slugifyTitle':         { does: 'turns titles into file names',                   risk: 'read-only' },
}
