import { expect, test } from 'vitest'
import { MAX_WAITING } from './limits.ts'
import { type Claim, openLine } from './waiting-line.ts'
import type { WorkerdProcess } from './workerd-process.ts'

const never = new AbortController().signal
const workerd = {} as WorkerdProcess

/** The organisations in the order in which they get a turn, when each run ends before the next begins. */
async function turnsOf(claims: Claim[], runsOf: (organisation: string) => number = () => 0) {
  const line = openLine()
  const turns: (string | undefined)[] = []
  const all = claims.map((claim) => line.join(claim, never).then(() => turns.push(claim.organisation)))
  while (line.length() > 0) line.inTurn(runsOf)[0]?.give(workerd)
  await Promise.all(all)
  return turns
}

const by = (organisation: string): Claim => ({ publisher: 'press', organisation })

test('organisations take turns, however many runs one of them has in line', async () => {
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

test('who has fewer runs going is before who has waited longer', async () => {
  const runsOf = (organisation: string) => (organisation === 'busy' ? 2 : 1)

  expect(await turnsOf([by('busy'), by('calm'), by('calm')], runsOf)).toEqual(['calm', 'calm', 'busy'])
})

test('a line that is full says so', async () => {
  const line = openLine()
  const leaving = new AbortController()
  const waiting = Array.from({ length: MAX_WAITING }, () => line.join(by('crowd'), leaving.signal))

  await expect(line.join(by('ada'), never)).rejects.toMatchObject({ reason: 'busy' })

  leaving.abort()
  await Promise.allSettled(waiting)
  expect(line.length()).toBe(0)
})
