/** Two segments. */
const TOOL = /^(vault|editor|workspace|commands|util)\.[a-z][A-Za-z]{0,63}$/

/** Checks only the form. */
export function isToolName(text: unknown): boolean {
  return typeof text === 'string' && TOOL.test(text)
}
