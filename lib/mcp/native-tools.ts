/** The chosen skills as tools; those of a toolset only as they were agreed to. Floor 4. */
import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import { openSkill } from '../agents/open-skill.ts'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { quoteCalls } from '../execution/quote-run.ts'
import { type Pin, requireAgreed } from '../toolsets/offer-toolset.ts'
import { nativeTool } from './tool-list.ts'

export type Withheld = { name: string; skill: string; reason: string }

/**
 * A skill that cannot be opened, or that nobody agreed to as it is now, is left out and said to be: a client gets the
 * other tools, and learns of this one what a call of it is told too.
 */
export async function nativeTools(
  ctx: Context,
  natives: ReadonlyMap<string, string>,
  pins?: ReadonlyMap<string, Pin>,
): Promise<{ tools: Tool[]; withheld: Withheld[] }> {
  const made = await Promise.all(
    [...natives].map(async ([name, skill]): Promise<{ tool: Tool } | { withheld: Withheld }> => {
      try {
        const pin = pins?.get(skill)
        const agreed = pin && (await requireAgreed(ctx, pin))
        const opened = await openAction(ctx, { name: skill, ...agreed })
        return { tool: nativeTool(name, opened, await quoteCalls(ctx, opened)) }
      } catch (thrown) {
        if (!(thrown instanceof AppError)) throw thrown
        return { withheld: { name, skill, reason: thrown.message } }
      }
    }),
  )
  return {
    tools: made.flatMap((each) => ('tool' in each ? [each.tool] : [])),
    withheld: made.flatMap((each) => ('withheld' in each ? [each.withheld] : [])),
  }
}

/** A skill that can be a tool. Throws NOT_FOUND, also for instructions. */
async function openAction(ctx: Context, asked: { name: string; version?: string }) {
  const opened = await openSkill(ctx, asked)
  if (opened.skill.kind !== 'instruction') return opened
  throw new AppError('NOT_FOUND', {
    message: `${asked.name} is an instruction skill: find it among the prompts.`,
  })
}
