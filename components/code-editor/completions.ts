import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import {
  type GlobalMember,
  type HandlerGlobals,
  JAVASCRIPT_GLOBALS,
  PYTHON_GLOBALS,
} from '#lib/skillset/handler/handler-types.ts'

/** Before the dot; null outside `world`. */
function completeMembers(environment: HandlerGlobals) {
  const objectPaths = Object.keys(environment).toSorted((a, b) => b.length - a.length)
  return (
    context: Pick<CompletionContext, 'matchBefore'>,
  ): Pick<CompletionResult, 'from' | 'options' | 'validFor'> | null => {
    const path = context.matchBefore(/[\w.]*\.\w*/)
    if (!path) return null
    const dot = path.text.lastIndexOf('.')
    const before = path.text.slice(0, dot)
    const objectPath = objectPaths.find((each) => before === each || before.endsWith(`.${each}`))
    if (!objectPath) return null
    return {
      from: path.from + dot + 1,
      options: (environment[objectPath] ?? []).map(optionOf),
      validFor: /^\w*$/,
    }
  }
}

function optionOf({ name, type, doc }: GlobalMember): Completion {
  const isMethod = type.startsWith('(')
  return {
    label: name,
    type: isMethod ? 'method' : 'property',
    detail: type.replace(/^\??: /, ''),
    info: doc,
  }
}

export const completeJavascript = completeMembers(JAVASCRIPT_GLOBALS)
export const completePython = completeMembers(PYTHON_GLOBALS)
