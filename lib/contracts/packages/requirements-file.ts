/** Requirements where their authors wrote them: in a requirements.txt, or at the top of a script (PEP 723). */
import { parse } from 'smol-toml'

/**
 * Returns the requirements of a requirements.txt. Options of pip, such as other files and indexes, say nothing here;
 * addresses are returned as they are, and refused where requirements are checked.
 */
export function readRequirementsFile(text: string): string[] {
  return text
    .replaceAll(/\\\r?\n/g, ' ')
    .split(/\r?\n/)
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .map((line) => line.replace(/\s--(?:hash|config-settings|global-option)[ =].*$/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('-'))
}

const BLOCK = /^# \/\/\/ script[ \t]*\r?\n((?:#(?: [^\n]*)?\r?\n)+?)# \/\/\/[ \t]*$/m

/** Returns the requirements of a script's inline metadata; none if it has no such block, or one that cannot be read. */
export function readScriptRequirements(source: string): string[] {
  const block = BLOCK.exec(source)?.[1]
  if (block === undefined) return []
  try {
    const { dependencies } = parse(block.replaceAll(/^# ?/gm, ''))
    return Array.isArray(dependencies) ? dependencies.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}
