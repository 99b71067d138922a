/**
 * A goal into the draft of a plan, by the planner that this Guildhall was given. Floor 3.
 *
 * A draft is only a proposal: it is checked like any plan, the planner hears once what is wrong with it, and nothing
 * runs before a person has seen and started it. What it is told are the goal and what the caller may call.
 * Source: specification "First-party tools and plans", Builder page; seed "Tool Input/Output Schema Conventions" §1.1.
 */
import { z } from 'zod'
import { searchCatalog } from '../catalog/search-catalog.ts'
import { type Context, requireScope, requireViewer } from '../context.ts'
import { isObject, type JsonObject } from '../contract/json/json.ts'
import { parseWith } from '../contract/json/parse-with.ts'
import { EVERYTHING } from '../contract/market/catalog-query.ts'
import type { CheckedPlan } from '../contract/plan/check-plan.ts'
import type { PlanIssue } from '../contract/plan/plan-issue.ts'
import { PLAN_SCHEMA } from '../contract/plan/plan-schema.ts'
import type { PlanTool } from '../contract/plan/plan-tool.ts'
import { countAttempt } from '../db/rate-limits.ts'
import { AppError, issueText } from '../errors.ts'
import { askPlanner, type Message, type PlannerAnswer } from './ask-planner.ts'
import { checkForViewer } from './check-for-viewer.ts'
import { findPlanTools, houseTools } from './find-plan-tools.ts'
import { type Planner, requirePlanner } from './planner-settings.ts'

export type DraftedPlan = {
  document: JsonObject
  /** What is wrong with it, or worth knowing; a draft with errors is shown all the same. */
  issues: PlanIssue[]
  isRunnable: boolean
}

const Sent = z.object({
  goal: z.string().trim().min(1, 'Say what the plan is for.').max(2000, 'At most 2,000 characters.'),
})

const DRAFTS = { name: 'planner', points: 30, seconds: 3600 }

/**
 * Throws UNAUTHENTICATED, INVALID_INPUT, PRECONDITION_FAILED without a planner, RATE_LIMIT_EXCEEDED, TOOL_TIMEOUT and
 * TOOL_NOT_AVAILABLE when it gives no plan.
 */
export async function draftPlan(ctx: Context, given: unknown, signal?: AbortSignal): Promise<DraftedPlan> {
  const { userId } = requireViewer(ctx)
  requireScope(ctx, 'run')
  const { goal } = parseWith(Sent, given)
  const planner = requirePlanner()
  const retryAfter = await countAttempt(ctx.db, DRAFTS, userId)
  if (retryAfter > 0)
    throw new AppError('RATE_LIMIT_EXCEEDED', { message: 'That were many drafts for one hour.', retryAfter })
  const messages: Message[] = [
    { role: 'system', content: RULES },
    { role: 'user', content: `${await offered(ctx, goal)}\n\nGoal: ${goal}` },
  ]
  const asked = { messages, schema: PLAN_SCHEMA, signal }
  const answer = await askPlanner(planner, asked)
  const first = await judged(ctx, answer.document, goal)
  if (first.isRunnable) return first
  return better(first, await secondTry(ctx, planner, { ...asked, goal }, answer, first))
}

type Asked = Parameters<typeof askPlanner>[1] & { goal: string }

/** Undefined when the planner has nothing better to say; the first draft stands then. */
async function secondTry(
  ctx: Context,
  planner: Planner,
  asked: Asked,
  answer: PlannerAnswer,
  { issues }: DraftedPlan,
): Promise<DraftedPlan | undefined> {
  const faults = errorsIn(issues)
    .slice(0, MOST_FAULTS)
    .map((issue) => `- ${issueText(issue)}`)
  const messages: Message[] = [
    ...asked.messages,
    { role: 'assistant', content: answer.text },
    {
      role: 'user',
      content: `This plan cannot run:\n${faults.join('\n')}\nAnswer with the whole plan, mended.`,
    },
  ]
  const again = await askPlanner(planner, { ...asked, messages }).catch((thrown) => {
    if (thrown instanceof AppError && thrown.code !== 'CANCELLED') return undefined
    throw thrown
  })
  return again && judged(ctx, again.document, asked.goal)
}

const MOST_FAULTS = 40

function better(first: DraftedPlan, second: DraftedPlan | undefined): DraftedPlan {
  if (!second) return first
  return errorsIn(second.issues).length <= errorsIn(first.issues).length ? second : first
}

/** The goal stays the person's, whatever the planner made of it. */
async function judged(ctx: Context, drafted: JsonObject, goal: string): Promise<DraftedPlan> {
  const document = { ...drafted, goal }
  const { issues, isRunnable }: CheckedPlan = await checkForViewer(ctx, document)
  const own = requestIdsIn(document)
  return { document, issues: [...own, ...issues], isRunnable: isRunnable && own.length === 0 }
}

/** The id of a request is set by whatever runs the plan: a planner that sets one is refused, whatever the tool. */
function requestIdsIn({ steps }: JsonObject): PlanIssue[] {
  return (Array.isArray(steps) ? steps : []).flatMap((step, index): PlanIssue[] => {
    const isSet = isObject(step) && isObject(step.args) && Object.hasOwn(step.args, 'requestId')
    if (!isSet) return []
    const path = `/steps/${index}/args/requestId`
    const fix = { title: 'Leave it out', edits: [{ op: 'remove' as const, path }] }
    return [
      { severity: 'error', keyword: 'requestId', path, message: 'a planner may not set requestId', fix },
    ]
  })
}

function errorsIn(issues: readonly PlanIssue[]): PlanIssue[] {
  return issues.filter(({ severity }) => severity === 'error')
}

const MOST_SKILLS = 12
// Of one tool, and of all together: models have little room, and so have their bills.
const MOST_OF_ONE = 4_000
const MOST_OF_ALL = 60_000

/** The built-in tools, and the skills that suit the goal, as far as there is room. */
async function offered(ctx: Context, goal: string): Promise<string> {
  const { cards } = await searchCatalog(
    ctx,
    { ...EVERYTHING, q: goal.slice(0, 200), cursor: undefined },
    MOST_SKILLS,
  )
  const skills = await findPlanTools(
    ctx,
    cards.map(({ name }) => name),
  )
  const lines: string[] = []
  let size = 0
  for (const tool of new Map([...houseTools(), ...skills]).values()) {
    const line = toolLine(tool)
    if (line.length > MOST_OF_ONE || size + line.length > MOST_OF_ALL) continue
    size += line.length
    lines.push(line)
  }
  return `Tools, one a line:\n${lines.join('\n')}`
}

function toolLine({ name, title, riskLevel, inputSchema, outputSchema }: PlanTool): string {
  return JSON.stringify({ tool: name, title, riskLevel, input: inputSchema, output: outputSchema })
}

const RULES = `You write plans: JSON documents whose steps call tools and hand their results on. Answer with one JSON object and nothing else.
{"version":"1","goal":"…","riskLevel":"read-only|writes|commands","steps":[{"id":"read","tool":"vault.readFile","args":{"path":"Notes/a.md"},"preview":"Read Notes/a.md"}],"outputs":{"text":"$steps.read.content"}}
- Use only the tools that are listed. args must fit the tool's input schema. Never set requestId.
- A text that is wholly a reference takes the value as it is: "$steps.read.content", "$steps.list.items[0].path". Within a text write \${$steps.read.path}. For a dollar sign itself write $$.
- foreach {"from":"$steps.list.items","itemName":"file","indexName":"n"} runs a step once for each item; in its args write "$file.path" and "$n". Its result is the list of all results; the one at the same place is "$steps.other[$n].slug".
- ids begin with a letter, then letters, digits, _ and -. Refer only to steps that are there.
- riskLevel is the highest of the tools used: read-only < writes < commands.
- Each preview begins with a verb and names the path or the command; with foreach it says "for each".
- Paths are relative to the vault, with /, without "..".`
