/**
 * What each built-in tool does, for whoever is asked to let a skill use it. Ground; also in the browser.
 *
 * `registry.test.ts` of the tools holds this table to the tools there are, and to their risk.
 */
type ToolWords = { does: string; changes: boolean }

// biome-ignore format: a table reads in rows
export const TOOL_WORDS: Record<string, ToolWords> = {
  'vault.ensureFolder':        { does: 'makes folders in your vault',                         changes: true },
  'vault.listFiles':           { does: 'lists the files of your vault',                       changes: false },
  'vault.readFile':            { does: 'reads files of your vault',                           changes: false },
  'vault.createFile':          { does: 'makes files in your vault',                           changes: true },
  'vault.writeFile':           { does: 'writes files of your vault',                          changes: true },
  'vault.patchFile':           { does: 'changes parts of files of your vault',                changes: true },
  'vault.rename':              { does: 'renames and moves files of your vault',               changes: true },
  'vault.delete':              { does: 'deletes files of your vault',                         changes: true },
  'vault.searchText':          { does: 'searches the files of your vault',                    changes: false },
  'editor.getSelection':       { does: 'reads what you have selected',                        changes: false },
  'editor.replaceSelection':   { does: 'replaces what you have selected',                     changes: true },
  'editor.insertAtCursor':     { does: 'types where your cursor is',                          changes: true },
  'editor.replaceRange':       { does: 'changes the text that you have open',                 changes: true },
  'editor.getActiveFilePath':  { does: 'sees which file you have open',                       changes: false },
  'workspace.getContext':      { does: 'sees what you have open',                             changes: false },
  'workspace.openFile':        { does: 'opens files in front of you',                         changes: true },
  'commands.list':             { does: 'lists the commands that you have',                    changes: false },
  'commands.run':              { does: 'runs commands as you, among them other skills’ buttons', changes: true },
  'util.parseMarkdownBullets': { does: 'reads lists from a text',                             changes: false },
  'util.slugifyTitle':         { does: 'makes names for files from titles',                   changes: false },
}
