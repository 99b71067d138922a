/** Built-in tools have two segments, with reserved first ones. */
const TOOL = /^(vault|editor|workspace|commands|util)\.[a-z][A-Za-z]{0,63}$/

/** Checks the form only; see `lib/tools` for existing tools. */
export function isToolName(text: unknown): boolean {
  return typeof text === 'string' && TOOL.test(text)
}
