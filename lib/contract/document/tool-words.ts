/**
 * What each built-in tool does, for whoever is asked to let a skill use it. Ground; also in the browser.
 *
 * `registry.test.ts` of the tools holds this table to the tools there are, and to their risk.
 */
import type { RiskLevel } from './skillset-document.ts'

type ToolWords = { does: string; risk: RiskLevel }

// biome-ignore format: a table reads in rows
export const TOOL_WORDS: Record<string, ToolWords> = {
  'vault.ensureFolder':        { does: 'makes folders in your vault',                         risk: 'writes' },
  'vault.listFiles':           { does: 'lists the files of your vault',                       risk: 'read-only' },
  'vault.readFile':            { does: 'reads files of your vault',                           risk: 'read-only' },
  'vault.createFile':          { does: 'makes files in your vault',                           risk: 'writes' },
  'vault.writeFile':           { does: 'writes files of your vault',                          risk: 'writes' },
  'vault.patchFile':           { does: 'changes parts of files of your vault',                risk: 'writes' },
  'vault.rename':              { does: 'renames and moves files of your vault',               risk: 'writes' },
  'vault.delete':              { does: 'deletes files of your vault',                         risk: 'writes' },
  'vault.searchText':          { does: 'searches the files of your vault',                    risk: 'read-only' },
  'editor.getSelection':       { does: 'reads what you have selected',                        risk: 'read-only' },
  'editor.replaceSelection':   { does: 'replaces what you have selected',                     risk: 'writes' },
  'editor.insertAtCursor':     { does: 'types where your cursor is',                          risk: 'writes' },
  'editor.replaceRange':       { does: 'changes the text that you have open',                 risk: 'writes' },
  'editor.getActiveFilePath':  { does: 'sees which file you have open',                       risk: 'read-only' },
  'workspace.getContext':      { does: 'sees what you have open',                             risk: 'read-only' },
  'workspace.openFile':        { does: 'opens files in front of you',                         risk: 'commands' },
  'commands.list':             { does: 'lists the commands that you have',                    risk: 'read-only' },
  'commands.run':              { does: 'runs commands as you, among them other skills’ buttons', risk: 'commands' },
  'util.parseMarkdownBullets': { does: 'reads lists from a text',                             risk: 'read-only' },
  'util.slugifyTitle':         { does: 'makes names for files from titles',                   risk: 'read-only' },
}
