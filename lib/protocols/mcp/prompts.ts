/** Instruction skills as prompts: a text for the model, and the pictures that it shows. */
import type { ContentBlock, GetPromptResult, ListPromptsResult } from '@modelcontextprotocol/server'
import { bareKind } from '../../blobs/blob-kind.ts'
import type { Context } from '../../context/context.ts'
import { AppError, ignoreAppError } from '../../kernel/errors.ts'
import type { ListedEntry } from '../../publishing/rows/skill-names.ts'
import { listSkills } from '../skills-protocol/list-skills.ts'
import { openSkill, requireReadableText } from '../skills-protocol/open-skill.ts'
import { callProtocolTool } from '../skills-protocol/protocol-tool.ts'
import { readSkillFile } from '../skills-protocol/read-skill-file.ts'
import type { ChosenTools } from './select-tools.ts'

type Page = { skills: Pick<ListedEntry, 'name' | 'description' | 'kind'>[]; next_cursor: string | null }

/**
 * Action skills are skipped, so a page may be empty and have a next one. Chosen skills are named as tools are if the
 * client asks for short names.
 */
export async function listPrompts(
  ctx: Context,
  natives: ChosenTools['natives'],
  cursor?: string,
): Promise<ListPromptsResult> {
  const params = { detail: 'summary', limit: 200, ...(cursor !== undefined && { cursor }) }
  const { skills, next_cursor } = (await callProtocolTool(ctx, listSkills, params)) as Page
  const short = new Map(
    [...natives].flatMap(([tool, skill]) => (skill.endsWith(`.${tool}`) ? [[skill, tool]] : [])),
  )
  return {
    prompts: skills
      .filter(({ kind }) => kind === 'instruction')
      .map(({ name, description }) => ({ name: short.get(name) ?? name, description })),
    ...(next_cursor && { nextCursor: next_cursor }),
  }
}

/** Accepts the name of a skill, or of the tool that a chosen skill would be. Throws NOT_FOUND for an action skill. */
export async function getPrompt(
  ctx: Context,
  natives: ChosenTools['natives'],
  prompt: string,
): Promise<GetPromptResult> {
  const name = natives.get(prompt) ?? prompt
  const opened = await openSkill(ctx, { name })
  const { skill } = opened
  if (skill.kind !== 'instruction') {
    throw new AppError('NOT_FOUND', { message: `${name} is an action skill. Call it as a tool instead.` })
  }
  await requireReadableText(opened)
  const text = skill.body ?? ''
  const content: ContentBlock[] = [{ type: 'text', text }, ...(await readPictures(ctx, name, text))]
  return {
    description: skill.description,
    messages: content.map((block) => ({ role: 'user' as const, content: block })),
  }
}

/** A picture of Markdown with a path in the skill's folder: ![A chart](assets/chart.png). */
const PICTURE = /!\[[^\]]*\]\(\s*(?![a-z]+:|\/)([^\s()]+)/g
const KINDS = /^image\/(png|jpeg|gif|webp)$/
const MAX_PICTURES = 4
const MAX_PICTURE_BYTES = 512 * 1024

/** Returns the small pictures that the text shows. Others stay references, which the client can read. */
async function readPictures(ctx: Context, name: string, text: string): Promise<ContentBlock[]> {
  const paths = new Set([...text.matchAll(PICTURE)].map(([, path]) => path!.replace(/^\.\//, '')))
  const read = [...paths].slice(0, MAX_PICTURES).map(async (path): Promise<ContentBlock[]> => {
    const params = { name, path, limit: MAX_PICTURE_BYTES }
    const file = (await callProtocolTool(ctx, readSkillFile, params).catch(ignoreAppError)) as
      | File
      | undefined
    const isPicture =
      file?.encoding === 'base64' && file.next_offset === undefined && KINDS.test(bareKind(file.kind))
    return isPicture ? [{ type: 'image', data: file.content, mimeType: bareKind(file.kind) }] : []
  })
  return (await Promise.all(read)).flat()
}

type File = { content: string; encoding: string; kind: string; next_offset?: number }
