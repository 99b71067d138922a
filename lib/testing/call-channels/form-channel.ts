import { vi } from 'vitest'
import { startRun } from '#app/runs/actions.ts'
import { sealSession, sessionCookieName } from '../../protocols/session/cookies/session-token.ts'
import { isEnded } from '../../runs/model/run-states.ts'
import { getRun } from '../../runs/views/get-run.ts'
import { contextFor } from '../factories.ts'
import { requestCookies } from '../fake-next-headers.ts'
import type { Call, Caller } from './channel.ts'
import { type ChannelResult, readRunView } from './channel-result.ts'

export async function callForm(
  { user }: Caller,
  { skill, args, version, dryRun }: Call,
): Promise<ChannelResult> {
  requestCookies.set(
    sessionCookieName(),
    await sealSession({ userId: user.id, sessionVersion: user.sessionVersion }),
  )
  const request = {
    name: skill,
    args: JSON.stringify(JSON.parse(args)),
    ...(version && { version }),
    ...(dryRun && { dryRun }),
  }
  const answer = await startRun(request)
  if (!answer.ok) return { error: answer.error }
  const ctx = await contextFor(user)
  // The page would receive the end by events, so this reads the view that it then shows.
  const ended = await vi.waitUntil(
    async () => {
      const run = await getRun(ctx, answer.data.id)
      return isEnded(run.state) ? run : null
    },
    { timeout: 60_000, interval: 20 },
  )
  return readRunView(ended)
}
