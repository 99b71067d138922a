/** Drafts of plans by a planner, which gets one chance to correct its draft. Nothing runs before a person starts it. */
import { z } from 'zod'
import { EVERYTHING } from '../../catalog/model/catalog-query.ts'
import { searchCatalog } from '../../catalog/search-catalog.ts'
import { type Context, requireScope, requireViewer } from '../../context/context.ts'
import { AppError, issueText } from '../../kernel/errors.ts'
import { isObject, type JsonObject } from '../../kernel/json/json.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { countAttempt } from '../../settings/rows/rate-limits.ts'
import { checkForViewer } from '../check/check-for-viewer.ts'
import type { CheckedPlan } from '../model/checks/check-plan.ts'
import type { PlanIssue } from '../model/document/plan-document.ts'
import { PLAN_SCHEMA } from '../model/document/plan-schema.ts'
import type { PlanTool } from '../model/document/plan-tool.ts'
import { builtInPlanTools, findPlanTools } from '../tools/find-plan-tools.ts'
import { askPlanner, type Message, type PlannerAnswer, type PlannerTask } from './ask-planner.ts'
import { type Planner, requirePlanner } from './planner-settings.ts'

export type DraftedPlan = {
  document: JsonObject
  issues: PlanIssue[]
  isRunnable: boolean
}

const DraftRequest = z.object({
  goal: z.string().trim().min(1, 'Describe what the plan is for.').max(2000, 'At most 2,000 characters.'),
})

const PLAN_TASK: PlannerTask = { noun: 'plan', otherwise: 'write the plan by hand' }

const DRAFTS = { name: 'planner', points: 30, seconds: 3600 }

/**
 * Returns a draft with its problems, which may be none. Throws UNAUTHENTICATED, INVALID_INPUT, PRECONDITION_FAILED without a planner, RATE_LIMIT_EXCEEDED, TOOL_TIMEOUT, and
 * TOOL_NOT_AVAILABLE if the planner returns no plan.
 */
export async function draftPlan(ctx: Context, request: unknown, signal?: AbortSignal): Promise<DraftedPlan> {
  const { userId } = requireViewer(ctx)
  requireScope(ctx, 'run')
  const { goal } = parseFields(DraftRequest, request)
  const planner = requirePlanner()
  const retryAfter = await countAttempt(ctx.db, DRAFTS, userId)
  if (retryAfter > 0)
    throw new AppError('RATE_LIMIT_EXCEEDED', {
      message: 'You have reached the hourly limit for plan drafts.',
      retryAfter,
    })
  const messages: Message[] = [
    { role: 'system', content: RULES },
    { role: 'user', content: `${await describeTools(ctx, goal)}\n\nGoal: ${goal}` },
  ]
  const plannerRequest = { task: PLAN_TASK, messages, schema: PLAN_SCHEMA, signal }
  const answer = await askPlanner(planner, plannerRequest)
  const first = await checkDraft(ctx, answer.document, goal)
  if (first.isRunnable) return first
  return chooseBetterDraft(first, await retryDraft(ctx, planner, { ...plannerRequest, goal }, answer, first))
}

type RetryRequest = Parameters<typeof askPlanner>[1] & { goal: string }

/** Asks for a corrected draft. Returns undefined if the planner fails this time. */
async function retryDraft(
  ctx: Context,
  planner: Planner,
  request: RetryRequest,
  answer: PlannerAnswer,
  { issues }: DraftedPlan,
): Promise<DraftedPlan | undefined> {
  const faults = filterErrors(issues)
    .slice(0, MAX_ISSUES)
    .map((issue) => `- ${issueText(issue)}`)
  const messages: Message[] = [
    ...request.messages,
    { role: 'assistant', content: answer.text },
    {
      role: 'user',
      content: `This plan cannot run:\n${faults.join('\n')}\nAnswer with the whole corrected plan.`,
    },
  ]
  const again = await askPlanner(planner, { ...request, messages }).catch((thrown) => {
    if (thrown instanceof AppError && thrown.code !== 'CANCELLED') return undefined
    throw thrown
  })
  return again && checkDraft(ctx, again.document, request.goal)
}

const MAX_ISSUES = 40

function chooseBetterDraft(first: DraftedPlan, second: DraftedPlan | undefined): DraftedPlan {
  if (!second) return first
  return filterErrors(second.issues).length <= filterErrors(first.issues).length ? second : first
}

async function checkDraft(ctx: Context, drafted: JsonObject, goal: string): Promise<DraftedPlan> {
  const document = { ...drafted, goal }
  const { issues, isRunnable }: CheckedPlan = await checkForViewer(ctx, document)
  const own = checkRequestIds(document)
  return { document, issues: [...own, ...issues], isRunnable: isRunnable && own.length === 0 }
}

/** Reports arguments called `requestId`, which only the executor sets. */
function checkRequestIds({ steps }: JsonObject): PlanIssue[] {
  return (Array.isArray(steps) ? steps : []).flatMap((step, index): PlanIssue[] => {
    const isSet = isObject(step) && isObject(step.args) && Object.hasOwn(step.args, 'requestId')
    if (!isSet) return []
    const path = `/steps/${index}/args/requestId`
    const fix = { title: 'Remove requestId', edits: [{ op: 'remove' as const, path }] }
    return [
      { severity: 'error', keyword: 'requestId', path, message: 'a planner must not set requestId', fix },
    ]
  })
}

function filterErrors(issues: readonly PlanIssue[]): PlanIssue[] {
  return issues.filter(({ severity }) => severity === 'error')
}

const MAX_SKILLS = 12
// Models have limited context, and text costs money.
const MAX_TOOL_CHARS = 4_000
const MAX_TOTAL_CHARS = 60_000

/** Describes the built-in tools, and skills that match the goal, as far as they fit into the limit. */
async function describeTools(ctx: Context, goal: string): Promise<string> {
  const { cards } = await searchCatalog(
    ctx,
    { ...EVERYTHING, q: goal.slice(0, 200), cursor: undefined },
    MAX_SKILLS,
  )
  const skills = await findPlanTools(
    ctx,
    cards.map(({ name }) => name),
  )
  const lines: string[] = []
  let size = 0
  for (const tool of new Map([...builtInPlanTools(), ...skills]).values()) {
    const line = toolLine(tool)
    if (line.length > MAX_TOOL_CHARS || size + line.length > MAX_TOTAL_CHARS) continue
    size += line.length
    lines.push(line)
  }
  return `Tools, one per line:\n${lines.join('\n')}`
}

function toolLine({ name, title, riskLevel, inputSchema, outputSchema }: PlanTool): string {
  return JSON.stringify({ tool: name, title, riskLevel, input: inputSchema, output: outputSchema })
}

const RULES = `You write plans: JSON documents whose steps call tools and pass their results on. Answer with one JSON object and nothing else.
{"version":"1","goal":"…","riskLevel":"read-only|writes|commands","steps":[{"id":"read","tool":"vault.readFile","args":{"path":"Notes/a.md"},"preview":"Read Notes/a.md"}],"outputs":{"text":"$steps.read.content"}}
- Use only the tools that are listed. args must fit the tool's input schema. Never set requestId.
- A string that consists of one reference takes the value with its type: "$steps.read.content", "$steps.list.items[0].path". Within text, write \${$steps.read.path}. For a literal dollar sign, write $$.
- foreach {"from":"$steps.list.items","itemName":"file","indexName":"n"} runs a step once for each item; in its args write "$file.path" and "$n". Its result is the list of all results; the one at the same position is "$steps.other[$n].slug".
- ids start with a letter, followed by letters, digits, _ and -. Refer only to steps that exist.
- riskLevel is the highest of the tools used: read-only < writes < commands.
- Each preview starts with a verb and names the path or the command; with foreach it says "for each". It is read by people: no references, no names of tools.
- Paths are relative to the vault, with /, without "..".`
