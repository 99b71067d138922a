import type { Json } from '../../../kernel/json/json.ts'
import type { PlanDocument, PlanIssue, PlanStep } from '../document/plan-document.ts'
import { type PlanCatalog, type PlanTool, splitToolName, toolFor } from '../document/plan-tool.ts'
import { previewSentence } from '../document/preview-sentence.ts'
import { parseTemplate, type Reference } from '../document/reference.ts'

const LONGEST_ARGUMENT = 80

function defaultPreview(step: PlanStep, tool?: PlanTool): string {
  const { name } = splitToolName(step.tool)
  const own = tool?.preview && previewSentence(tool.preview, step.args, shown)
  const sentence = (own ?? `Run ${tool?.title ?? name}${subject(step)}`).replaceAll(QUOTED_VALUE, '$1')
  if (!step.foreach) return sentence
  return `${sentence.replace(/\.$/, '')}, for each item of ${sourceLabel(step.foreach.from)}`
}

export function previewForStep(step: PlanStep, catalog: PlanCatalog): string {
  return step.preview ?? defaultPreview(step, toolFor(catalog, step.tool))
}

function shown(value: Json | undefined, name: string): string {
  if (value === undefined) return `the ${name}`
  const text = typeof value === 'string' ? describeText(value) : JSON.stringify(value)
  return text.length > LONGEST_ARGUMENT ? `${text.slice(0, LONGEST_ARGUMENT)}…` : text
}

/** Marks a described value, which has no quotes, unlike text. */
const VALUE = '\u0000'
const QUOTED_VALUE = new RegExp(`“?${VALUE}([^${VALUE}]*)${VALUE}”?`, 'g')

/** Describes references as people read them: "the “path” of step “read”". */
function describeText(text: string): string {
  const template = parseTemplate(text)
  if (template.kind === 'reference') return VALUE + describeReference(template.reference) + VALUE
  if (template.kind !== 'mixed') return text
  return template.parts
    .map((part) => (typeof part === 'string' ? part : `[${describeReference(part)}]`))
    .join('')
}

function describeReference({ root: { kind: of, name }, path }: Reference): string {
  const field = path.findLast((part) => typeof part === 'string')
  const owner = of === 'steps' ? `step “${name}”` : `“${name}”`
  if (field !== undefined) return `the “${field}” of ${owner}`
  return of === 'steps' ? `the result of ${owner}` : owner
}

function subject({ args }: PlanStep): string {
  const about = SUBJECTS.find((name) => typeof args[name] === 'string' && args[name] !== '')
  return about === undefined ? '' : ` on ${shown(args[about], about)}`
}

const SUBJECTS = ['path', 'fromPath', 'id', 'query', 'url', 'title', 'name']

function sourceLabel(from: Json): string {
  return typeof from === 'string' ? describeText(from).replaceAll(VALUE, '') : 'a list'
}

/** Checks the summaries that authors wrote for steps. Its issues never block a run. */
export function checkPreviews(plan: PlanDocument, catalog: PlanCatalog): PlanIssue[] {
  return plan.steps.flatMap((step, index): PlanIssue[] => {
    const message = step.preview === undefined ? undefined : advice(step, step.preview)
    if (message === undefined) return []
    const path = `/steps/${index}/preview`
    const value = defaultPreview(step, toolFor(catalog, step.tool))
    const fix = { title: `Use “${value}”`, edits: [{ op: 'replace' as const, path, value }] }
    return [{ severity: 'note', keyword: 'preview', path, message, stepId: step.id, fix }]
  })
}

const NO_VERBS = new Set(
  'a an the this that these it its i we you your my our they he she please now then next first finally step will is are to for in on with from'.split(
    ' ',
  ),
)

/** Matches references and names of protocols, which are no words of a sentence. */
const SYNTAX = /\$\{|\$[A-Za-z]|\b(?:JSON-?RPC|RPC|MCP)\b/i

function advice(step: PlanStep, preview: string): string | undefined {
  const [first = ''] = preview.trim().split(/[\s,.:;]/)
  const word = first.toLowerCase()
  if (!/^\p{L}/u.test(first) || NO_VERBS.has(word)) return 'start with a verb: “Create …”, “Search …”'
  if (/^[a-z]{3,}ing$/.test(word) && !['bring', 'string', 'ring', 'sing', 'swing'].includes(word))
    return 'use the imperative: “Create”, not “Creating”'
  if (SYNTAX.test(preview) || preview.includes(splitToolName(step.tool).name))
    return 'describe it in plain words, without references, names of tools or protocols'
  const missing = namedArgument(step)
  if (missing !== undefined && !preview.includes(missing)) return `mention ${missing}`
  if (step.foreach && !/\b(each|every|all)\b/i.test(preview)) return 'mention that it runs “for each item”'
  return undefined
}

function namedArgument({ args }: PlanStep): string | undefined {
  const name = ['path', 'fromPath', 'id'].find((each) => typeof args[each] === 'string')
  const template = name === undefined ? undefined : parseTemplate(args[name] as string)
  return template?.kind === 'text' && template.text !== '' ? template.text : undefined
}
