/** Sends the log of a run to a session that asked for it (logging/setLevel), up to 2025-11-25. */
import type { LoggingLevel, Server } from '@modelcontextprotocol/server'
import type { Context } from '../../context/context.ts'
import type { RunView } from '../../runs/views/run-view.ts'
import type { LogLine } from '../../sandbox/sandbox.ts'
import { findMcpLogLevel, saveMcpLogLevel } from '../rows/mcp.ts'
import { sessionRowId } from './session-name.ts'

/** From the least to the most severe. */
const LEVELS: readonly LoggingLevel[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
]

const LEVEL_OF: Record<LogLine['level'], LoggingLevel> = {
  debug: 'debug',
  info: 'info',
  log: 'info',
  warn: 'warning',
  error: 'error',
}

/** Stores from which level on the session gets logs, because its next call may reach another process. */
export function offerLogs(server: Server, ctx: Context, session: string): void {
  server.setRequestHandler('logging/setLevel', async ({ params }) => {
    await saveMcpLogLevel(ctx.db, sessionRowId(ctx, session), params.level)
    return {}
  })
}

export type LogMessage = { level: LoggingLevel; logger: string; data: string }

/**
 * Returns what sends the new lines of a run, each time with the run as it is now; null for a session that asked for no logs.
 */
export async function openSessionLog(
  ctx: Context,
  session: string,
  send: (message: LogMessage) => Promise<void>,
): Promise<((run: RunView) => Promise<void>) | null> {
  const wanted = LEVELS.indexOf((await findMcpLogLevel(ctx.db, sessionRowId(ctx, session))) as LoggingLevel)
  if (wanted < 0) return null
  let sent: LogLine[] = []
  return async ({ logs, skillName }) => {
    const before = countPrepended(logs, sent)
    const lines = [...logs.slice(0, before), ...logs.slice(before + sent.length)]
    sent = logs
    for (const { level, text } of lines) {
      const severity = LEVEL_OF[level]
      if (LEVELS.indexOf(severity) < wanted) continue
      await send({ level: severity, logger: skillName, data: text })
    }
  }
}

/** The end of a run puts notes of the site before the lines of its code: returns how many. */
function countPrepended(logs: readonly LogLine[], sent: readonly LogLine[]): number {
  for (let shift = 0; shift + sent.length <= logs.length; shift += 1)
    if (sent.every(({ text }, index) => logs[shift + index]?.text === text)) return shift
  return 0
}
