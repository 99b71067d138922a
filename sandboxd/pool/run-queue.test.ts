import { expect, test } from 'vitest'
import { MAX_QUEUED_JOBS } from '../job/job.ts'
import type { WorkerdProcess } from '../process/workerd-process.ts'
import { openRunQueue, type ProcessClaim } from './run-queue.ts'

const never = new AbortController().signal
const workerd = {} as WorkerdProcess

/** Returns the organisations in the order of their turns, when each run ends before the next begins. */
async function turnsOf(claims: ProcessClaim[], runsOf: (organisation: string) => number = () => 0) {
  const line = openRunQueue()
  const turns: (string | undefined)[] = []
  const all = claims.map((claim) => line.join(claim, never).then(() => turns.push(claim.organisation)))
  const ofOrganisation = (owner: string) => runsOf(owner.replace('organisation ', ''))
  while (line.length() > 0) line.inOrder(ofOrganisation)[0]?.assign(workerd)
  await Promise.all(all)
  return turns
}

const by = (organisation: string): ProcessClaim => ({ publisher: 'press', organisation })

test('organisations take turns, however many runs one of them has queued', async () => {
  const crowd = Array.from({ length: 4 }, () => by('crowd'))

  expect(await turnsOf([...crowd, by('ada'), by('bob'), by('ada')])).toEqual([
    'crowd',
    'ada',
    'bob',
    'crowd',
    'ada',
    'crowd',
    'crowd',
  ])
})

test('an organisation with fewer active runs comes before one that has waited longer', async () => {
  const runsOf = (organisation: string) => (organisation === 'busy' ? 2 : 1)

  expect(await turnsOf([by('busy'), by('calm'), by('calm')], runsOf)).toEqual(['calm', 'calm', 'busy'])
})

test('a full queue is reported', async () => {
  const line = openRunQueue()
  const leaving = new AbortController()
  const waiting = Array.from({ length: MAX_QUEUED_JOBS }, (_, n) => line.join(by(`o${n}`), leaving.signal))

  await expect(line.join(by('ada'), never)).rejects.toMatchObject({ reason: 'busy' })

  leaving.abort()
  await Promise.allSettled(waiting)
  expect(line.length()).toBe(0)
})

test('people take turns, whatever number of organisations one of them has', async () => {
  const line = openRunQueue()
  const turns: (string | undefined)[] = []
  const mallory = [1, 2, 3].map((n) => ({ ...by(`m${n}`), person: 'mallory' }))
  const claims = [...mallory, { ...by('a'), person: 'ada' }]
  const all = claims.map((claim) => line.join(claim, never).then(() => turns.push(claim.person)))
  while (line.length() > 0) line.inOrder(() => 0)[0]?.assign(workerd)
  await Promise.all(all)

  expect(turns).toEqual(['mallory', 'ada', 'mallory', 'mallory'])
})

test.each<[string, (n: number) => ProcessClaim]>([
  ['an organisation', () => by('crowd')],
  ['a person with many organisations', (n) => ({ ...by(`o${n}`), person: 'mallory' })],
])('%s can fill half of the queue only', async (_who, claimOf) => {
  const line = openRunQueue()
  const leaving = new AbortController()
  const half = MAX_QUEUED_JOBS / 2
  const waiting = Array.from({ length: half }, (_, n) => line.join(claimOf(n), leaving.signal))

  await expect(line.join(claimOf(half), never)).rejects.toMatchObject({ reason: 'busy' })
  waiting.push(line.join({ ...by('ada'), person: 'ada' }, leaving.signal))

  expect(line.length()).toBe(half + 1)
  leaving.abort()
  await Promise.allSettled(waiting)
})
