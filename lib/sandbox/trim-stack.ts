/** Cuts a stack down to the publisher's own lines. What comes in was written by their code: it may be anything. */
import { DEFINITION_FILE } from './prepare-definition.ts'

const MAX_FRAMES = 20
const OWN_FRAME = new RegExp(
  `^\\s*at (?:[^()\\n]{1,200} \\()?${DEFINITION_FILE.replace('.', '\\.')}:\\d+:\\d+\\)?$`,
)
/** A built-in that called back into the publisher's code: "at Array.map (<anonymous>)". */
const BUILT_IN_FRAME = /^\s*at [\w.$<> []{1,200} \(<anonymous>\)$/

const TRACEBACK = 'Traceback (most recent call last):'
/** A frame of a Python skill, and below it, deeper, the line it is at. */
const OWN_PYTHON_FRAME = /^ {2}File "main\.py", line \d+, in .{1,200}$/
const QUOTED_LINE = /^ {4}.{0,400}$/

/** Returns "Name: message" and the frames down to the last that is the publisher's. */
export function trimStack({
  name,
  message,
  stack,
}: {
  name: string
  message: string
  stack: string
}): string {
  if (stack.startsWith(TRACEBACK)) return trimTraceback({ name, message, stack })
  const frames = stack.split('\n').filter((line) => OWN_FRAME.test(line) || BUILT_IN_FRAME.test(line))
  while (frames.length > 0 && !OWN_FRAME.test(frames.at(-1) ?? '')) frames.pop()
  return [`${name}: ${message}`, ...frames.slice(0, MAX_FRAMES)].join('\n')
}

/** Python's order: the frames first, then what was raised. */
function trimTraceback({ name, message, stack }: { name: string; message: string; stack: string }): string {
  let isOwn = false
  const frames = stack.split('\n').filter((line) => {
    if (!QUOTED_LINE.test(line)) isOwn = OWN_PYTHON_FRAME.test(line)
    return isOwn
  })
  const shown = frames.slice(-4 * MAX_FRAMES)
  return [...(shown.length > 0 ? [TRACEBACK, ...shown] : []), `${name}: ${message}`].join('\n')
}
