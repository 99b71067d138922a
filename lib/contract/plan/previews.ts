/**
 * The sentence that says what a step is about to do: made of the tool's own, and advice for one that was written.
 *
 * Ground; also in the browser. Begins with a verb, names the path or the command, and stays true while arguments are
 * still references. Source: seed "Tool Input/Output Schema Conventions" §5.
 */
import type { Json } from '../json/json.ts'
import type { PlanDocument, PlanStep } from './plan-document.ts'
import type { PlanIssue } from './plan-issue.ts'
import { type PlanCatalog, type PlanTool, splitToolName, toolFor } from './plan-tool.ts'
import { previewSentence } from './preview-sentence.ts'
import { parseTemplate } from './reference.ts'

const LONGEST_ARGUMENT = 80

/** What a step's preview is when it has none of its own: "Write Notes/a.md, for each item of $steps.list.items". */
function defaultPreview(step: PlanStep, tool?: PlanTool): string {
  const { name } = splitToolName(step.tool)
  const own = tool?.preview && previewSentence(tool.preview, step.args, shown)
  const sentence = own ?? `Run ${tool?.title ?? name}${subject(step)}`
  if (!step.foreach) return sentence
  return `${sentence.replace(/\.$/, '')}, for each item of ${fromWords(step.foreach.from)}`
}

/** The step's own words, else the tool's. */
export function previewOf(step: PlanStep, catalog: PlanCatalog): string {
  return step.preview ?? defaultPreview(step, toolFor(catalog, step.tool))
}

function shown(value: Json | undefined, name: string): string {
  if (value === undefined) return `the ${name}`
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > LONGEST_ARGUMENT ? `${text.slice(0, LONGEST_ARGUMENT)}…` : text
}

/** The argument that a step is about, for a skill that has no sentence of its own. */
function subject({ args }: PlanStep): string {
  const about = SUBJECTS.find((name) => typeof args[name] === 'string' && args[name] !== '')
  return about === undefined ? '' : ` on ${shown(args[about], about)}`
}

const SUBJECTS = ['path', 'fromPath', 'id', 'query', 'url', 'title', 'name']

function fromWords(from: Json): string {
  return typeof from === 'string' ? from : 'a list'
}

/** What could be better about the previews that were written. None of it keeps a plan from running. */
export function checkPreviews(plan: PlanDocument, catalog: PlanCatalog): PlanIssue[] {
  return plan.steps.flatMap((step, index): PlanIssue[] => {
    const message = step.preview === undefined ? undefined : advice(step, step.preview)
    if (message === undefined) return []
    const path = `/steps/${index}/preview`
    const value = defaultPreview(step, toolFor(catalog, step.tool))
    const fix = { title: `Say “${value}”`, edits: [{ op: 'replace' as const, path, value }] }
    return [{ severity: 'note', keyword: 'preview', path, message, stepId: step.id, fix }]
  })
}

// Words that people begin a sentence with instead of its verb.
const NO_VERBS = new Set(
  'a an the this that these it its i we you your my our they he she please now then next first finally step will is are to for in on with from'.split(
    ' ',
  ),
)

function advice(step: PlanStep, preview: string): string | undefined {
  const [first = ''] = preview.trim().split(/[\s,.:;]/)
  const word = first.toLowerCase()
  if (!/^\p{L}/u.test(first) || NO_VERBS.has(word)) return 'begin with a verb: “Create …”, “Search …”'
  if (/^[a-z]{3,}ing$/.test(word) && !['bring', 'string', 'ring', 'sing', 'swing'].includes(word))
    return 'begin with the verb as one tells somebody to do it: “Create”, not “Creating”'
  const missing = namedArgument(step)
  if (missing !== undefined && !preview.includes(missing)) return `name what it is about: ${missing}`
  if (step.foreach && !/\b(each|every|all)\b/i.test(preview)) return 'say that it is done “for each item”'
  return undefined
}

/** The path or the command, when it is known; else undefined. */
function namedArgument({ args }: PlanStep): string | undefined {
  const name = ['path', 'fromPath', 'id'].find((each) => typeof args[each] === 'string')
  const template = name === undefined ? undefined : parseTemplate(args[name] as string)
  return template?.is === 'text' && template.text !== '' ? template.text : undefined
}
