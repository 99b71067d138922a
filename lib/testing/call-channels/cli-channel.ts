import { runSkillCommand } from '#bin/commands/skills/run-skill.ts'
import { toPublicError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import type { Call, Caller } from './channel.ts'
import { type ChannelResult, readRunResponse } from './channel-result.ts'

export async function callCli(
  { user }: Caller,
  { skill, args, version, dryRun = false }: Call,
): Promise<ChannelResult> {
  try {
    const answer = await runSkillCommand.run({
      positionals: [skill],
      options: { args, version, email: user.email },
      flags: { 'dry-run': dryRun },
    })
    return readRunResponse(answer!.json as JsonObject)
  } catch (thrown) {
    return { error: toPublicError(thrown) }
  }
}
