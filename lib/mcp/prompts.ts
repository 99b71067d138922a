/** Instruction skills, as prompts: texts for a model to follow. Floor 4. Source: Model Context Protocol, Prompts. */
import type { GetPromptResult, ListPromptsResult } from '@modelcontextprotocol/sdk/types.js'
import { listSkills } from '../agents/list-skills.ts'
import { openSkill } from '../agents/open-skill.ts'
import { callTool } from '../agents/tool.ts'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'

type Page = { skills: { name: string; description: string; kind: string }[]; next_cursor: string | null }

/** A page may be empty and have a next one: actions are passed over. */
export async function listPrompts(ctx: Context, cursor?: string): Promise<ListPromptsResult> {
  const params = { detail: 'summary', limit: 200, ...(cursor !== undefined && { cursor }) }
  const { skills, next_cursor } = (await callTool(ctx, listSkills, params)) as Page
  return {
    prompts: skills
      .filter(({ kind }) => kind === 'instruction')
      .map(({ name, description }) => ({ name, description })),
    ...(next_cursor && { nextCursor: next_cursor }),
  }
}

/** Throws NOT_FOUND for what is no instruction skill. */
export async function getPrompt(ctx: Context, name: string): Promise<GetPromptResult> {
  const { skill } = await openSkill(ctx, { name })
  if (skill.kind !== 'instruction') {
    throw new AppError('NOT_FOUND', { message: `${name} is an action: call it, there is nothing to follow.` })
  }
  return {
    description: skill.description,
    messages: [{ role: 'user', content: { type: 'text', text: skill.body ?? '' } }],
  }
}
