/** What the editor offers after a dot: the members of `context` and `runtime`, with their types and what they are for. */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import {
  JAVASCRIPT_WORLD,
  type Member,
  PYTHON_WORLD,
  type World,
} from '#lib/contract/definition/handler-world.ts'

/** Completes the members of what stands before the cursor's dot; null where that is nothing of `world`. */
function completing(world: World) {
  const places = Object.keys(world).toSorted((a, b) => b.length - a.length)
  return (
    context: Pick<CompletionContext, 'matchBefore'>,
  ): Pick<CompletionResult, 'from' | 'options' | 'validFor'> | null => {
    const path = context.matchBefore(/[\w.]*\.\w*/)
    if (!path) return null
    const dot = path.text.lastIndexOf('.')
    const before = path.text.slice(0, dot)
    // "input.context" is the same context.
    const place = places.find((each) => before === each || before.endsWith(`.${each}`))
    if (!place) return null
    return { from: path.from + dot + 1, options: (world[place] ?? []).map(optionOf), validFor: /^\w*$/ }
  }
}

function optionOf({ name, type, doc }: Member): Completion {
  const isMethod = type.startsWith('(')
  return {
    label: name,
    type: isMethod ? 'method' : 'property',
    detail: type.replace(/^\??: /, ''),
    info: doc,
  }
}

export const completeJavascript = completing(JAVASCRIPT_WORLD)
export const completePython = completing(PYTHON_WORLD)
