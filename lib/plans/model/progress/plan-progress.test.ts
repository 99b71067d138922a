import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../../kernel/json/json.ts'
import type { ToolResult, ToolResultError } from '../../../runs/model/tool-result.ts'
import type { PlanDocument, PlanStep } from '../document/plan-document.ts'
import { MAX_FOREACH_ITEMS, PlanProgress } from './plan-progress.ts'

type Answer = Json | { error: Partial<ToolResultError> } | 'skipped'

const NOW = 1_000_000

function makePlan(
  steps: (Partial<PlanStep> & { id: string })[],
  more: Partial<PlanDocument> = {},
): PlanDocument {
  return {
    version: '1',
    goal: 'To test.',
    riskLevel: 'read-only',
    steps: steps.map((step) => ({ tool: 'util.slugifyTitle', args: {}, ...step })),
    ...more,
  }
}

function makeResult(stepId: string, attempt: number, answer: Answer, endedAt = NOW): ToolResult {
  const failed = typeof answer === 'object' && answer !== null && 'error' in answer
  const error = failed && {
    code: 'SKILL_ERROR',
    message: 'No.',
    retryable: true,
    ...(answer.error as object),
  }
  const isSkipped = answer === 'skipped'
  return {
    callId: `run_${stepId}_${attempt}`,
    runId: 'plan_1',
    stepId,
    tool: 'util.slugifyTitle',
    attempt,
    status: isSkipped ? 'skipped' : error ? 'error' : 'ok',
    ok: !error && !isSkipped,
    ...(error && { error: error as ToolResultError }),
    ...(!error && !isSkipped && { data: answer as Json }),
    startedAt: endedAt - 1,
    endedAt,
    durationMs: 1,
  }
}

/** Records these results for the units of a plan. */
function given(plan: PlanDocument, recorded: [unit: string, ...answers: Answer[]][]) {
  const progress = new PlanProgress(plan)
  for (const [unit, ...answers] of recorded)
    for (const [index, answer] of answers.entries())
      progress.record(unit, makeResult(unit.replace(/\[.*/, ''), index + 1, answer))
  const ask = (more: { flight?: string[]; nowMs?: number; isCancelled?: boolean } = {}) => {
    const { flight = [], nowMs = NOW, isCancelled = false } = more
    const decision = progress.next({ flight: new Set(flight), nowMs, isCancelled })
    return { ...decision, start: decision.start.map(({ unit, attempt }) => `${unit.key}#${attempt}`) }
  }
  return { progress, ask }
}

const failed = (error: Partial<ToolResultError> = {}): Answer => ({ error })

describe('which steps start', () => {
  const plan = makePlan([
    { id: 'a' },
    { id: 'b' },
    { id: 'c', args: { x: '$steps.a.x' } },
    { id: 'd', dependsOn: ['b', 'c'] },
  ])

  test('all steps of a plan that wait for nothing start together', () => {
    expect(given(plan, []).ask().start).toEqual(['a#1', 'b#1'])
  })

  test('a step of a plan that is under way does not start again', () => {
    expect(given(plan, []).ask({ flight: ['a', 'b'] })).toEqual({ start: [] })
  })

  test('a step of a plan starts once its references and dependencies are available', () => {
    expect(given(plan, [['a', { x: 1 }]]).ask({ flight: ['b'] }).start).toEqual(['c#1'])
    expect(
      given(plan, [
        ['a', 1],
        ['b', 2],
        ['c', 3],
      ]).ask().start,
    ).toEqual(['d#1'])
  })

  test('no step starts when all steps of a plan are done', () => {
    const done = given(plan, [
      ['a', 1],
      ['b', 2],
      ['c', 3],
      ['d', 4],
    ])
    expect(done.ask()).toEqual({ start: [], end: { state: 'succeeded' } })
  })

  test('no step of a cancelled plan starts', () => {
    expect(given(plan, []).ask({ isCancelled: true })).toEqual({ start: [], end: { state: 'cancelled' } })
  })
})

describe('foreach', () => {
  const over = (from: Json, more: object = {}) =>
    makePlan([
      { id: 'list' },
      { id: 'each', foreach: { from, itemName: 'note', ...more }, captureAs: 'made' },
    ])

  test('a foreach step has its calls as soon as its list is known', () => {
    const plan = over('$steps.list.items', { concurrency: 2 })
    expect(given(plan, []).progress.unitsOf('each')).toEqual([])
    const { progress, ask } = given(plan, [['list', { items: ['x', 'y', 'z'] }]])
    expect(progress.unitsOf('each').map(({ key }) => key)).toEqual(['each[0]', 'each[1]', 'each[2]'])
    expect(ask().start).toEqual(['each[0]#1', 'each[1]#1'])
    expect(ask({ flight: ['each[0]', 'each[1]'] }).start).toEqual([])
  })

  test('a foreach step is sequential by default', () => {
    expect(given(over('$steps.list'), [['list', [1, 2]]]).ask().start).toEqual(['each[0]#1'])
  })

  test('a foreach step gives each call its item, and later steps the list of outputs', () => {
    const { progress, ask } = given(over('$steps.list', { indexName: 'n' }), [
      ['list', ['x', 'y']],
      ['each[0]', 'X'],
      ['each[1]', 'Y'],
    ])
    expect(ask().end).toEqual({ state: 'succeeded' })
    const [, second] = progress.unitsOf('each')
    expect(Object.fromEntries(progress.scopeOf(second).locals!)).toEqual({
      item: 'y',
      index: 1,
      note: 'y',
      n: 1,
    })
    expect(progress.scopeOf().vars.get('made')).toEqual(['X', 'Y'])
  })

  test('a foreach step over an empty list finishes immediately', () => {
    const { progress, ask } = given(over('$steps.list'), [['list', []]])
    expect(ask().end).toEqual({ state: 'succeeded' })
    expect(progress.scopeOf().steps.get('each')).toEqual([])
  })

  test.each<[string, Json]>([
    ['a value that is not a list', { items: 3 }],
    ['too much', Array.from({ length: MAX_FOREACH_ITEMS + 1 }, () => 0)],
  ])('a foreach step over %s is one call, to be refused', (_, list) => {
    expect(given(over('$steps.list'), [['list', list]]).ask().start).toEqual(['each#1'])
  })

  test('a foreach step leaves holes where items were skipped', () => {
    const plan = over('$steps.list')
    plan.steps[1]!.onError = 'skip'
    const { progress, ask } = given(plan, [
      ['list', [1, 2]],
      ['each[0]', failed()],
      ['each[1]', 'Y'],
    ])
    expect(ask().end).toEqual({ state: 'succeeded' })
    expect(progress.scopeOf().steps.get('each')).toEqual([null, 'Y'])
  })
})

describe('a failure', () => {
  const plan = (step: Partial<PlanStep>) =>
    makePlan([{ id: 'a', ...step }, { id: 'b', args: { x: '$steps.a' } }, { id: 'c' }])

  test('a failed step stops the plan, and steps in progress finish', () => {
    expect(given(plan({}), [['a', failed({ message: 'Broken.' })]]).ask({ flight: ['c'] })).toMatchObject({
      start: [],
      end: { state: 'failed', stepId: 'a', result: { error: { message: 'Broken.' } } },
    })
  })

  test('a failed step is skipped where the plan allows it, and has no output', () => {
    const { progress, ask } = given(plan({ onError: 'skip' }), [['a', failed()]])
    expect(ask().start).toEqual(['b#1', 'c#1'])
    expect(progress.isSkipped('a')).toBe(true)
    expect(progress.scopeOf().steps.has('a')).toBe(false)
  })

  // biome-ignore format: table
  test.each<[string, Partial<PlanStep>, Answer[], string | number]>([
    ['is tried again after its pause',            { retry: { maxAttempts: 3, backoffMs: 100 } }, [failed()], 100],
    ['is tried again after twice the pause',      { retry: { maxAttempts: 3, backoffMs: 100 } }, [failed(), failed()], 200],
    ['is not tried more often than it may be',    { retry: { maxAttempts: 2, backoffMs: 100 } }, [failed(), failed()], 'failed'],
    ['is tried three times when it says "retry"', { onError: 'retry' }, [failed(), failed()], 500],
    ['that would be the same again is final',     { onError: 'retry' }, [failed({ code: 'INVALID_INPUT' })], 'failed'],
    ['that lost its process unharmed is repeated', {}, [failed({ details: { lost: 'unharmed' } })], 500],
    ['that lost its process too often is final',  {}, Array(6).fill(failed({ details: { lost: 'unharmed' } })), 'failed'],
    ['does not count those that were lost',       { retry: { maxAttempts: 2, backoffMs: 7 } }, [failed({ details: { lost: 'unharmed' } }), failed()], 7],
    ['that may have done half is never repeated', { onError: 'retry' }, [failed({ code: 'INTERNAL_ERROR', details: { lost: 'unknown' } })], 'failed'],
    ['that is final is not skipped',              { onError: 'skip' }, [failed({ details: { isFinal: true } })], 'failed'],
  ])('a failed step is retried as its rule says: %s', (_, step, answers, expected) => {
    const { ask } = given(makePlan([{ id: 'a', ...step }]), [['a', ...answers]])
    const decision = ask({ nowMs: NOW })
    if (typeof expected === 'string') expect(decision.end?.state).toBe(expected)
    else {
      expect(decision).toEqual({ start: [], wakeAtMs: NOW + expected })
      expect(ask({ nowMs: NOW + expected }).start).toEqual([`a#${answers.length + 1}`])
    }
  })
})

test('whichever step ends first, every step is done once and the plan ends', () => {
  const plan = makePlan([
    { id: 'a' },
    { id: 'each', foreach: { from: '$steps.a', itemName: 'x', concurrency: 3 } },
    { id: 'b', args: { x: '$steps.each[0]' } },
    { id: 'c', dependsOn: ['a'] },
    { id: 'd', dependsOn: ['b', 'c'] },
  ])
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat()), (choices) => {
      const progress = new PlanProgress(plan)
      const flight = new Map<string, number>()
      const begun: string[] = []
      for (const choice of choices) {
        const decision = progress.next({ flight: new Set(flight.keys()), nowMs: NOW, isCancelled: false })
        for (const { unit, attempt } of decision.start) {
          begun.push(unit.key)
          flight.set(unit.key, attempt)
        }
        if (flight.size === 0)
          return (
            decision.end?.state === 'succeeded' && new Set(begun).size === begun.length && begun.length === 9
          )
        const key = [...flight.keys()][choice % flight.size]!
        progress.record(
          key,
          makeResult(key.replace(/\[.*/, ''), flight.get(key)!, key === 'a' ? [1, 2, 3, 4, 5] : key),
        )
        flight.delete(key)
      }
      return false
    }),
  )
})
