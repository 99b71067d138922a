/** The extension Skills over MCP (SEP-2640): every skill as a folder, with the digest of each file. */
import { createHash } from 'node:crypto'
import {
  DIRECTORY_MIME_TYPE,
  type DirectoryResource,
  GetSkillRequestParamsSchema,
  ListSkillsRequestParamsSchema,
  RESOURCES_DIRECTORY_READ_METHOD,
  ReadResourceDirectoryRequestParamsSchema,
  SKILLS_EXTENSION_ID,
  SKILLS_GET_METHOD,
  SKILLS_LIST_METHOD,
  type Skill,
} from '@modelcontextprotocol/core/ext/skills'
import type { Server } from '@modelcontextprotocol/server'
import pLimit from 'p-limit'
import type { Context } from '../../context/context.ts'
import {
  isCode,
  README,
  SKILL_MANIFEST_FILE,
  type SkillFile,
  type StoredSkillFile,
} from '../../contracts/skill-folders/skill-file.ts'
import { listSkillFiles } from '../../contracts/skill-folders/skill-files.ts'
import { buildFrontmatter, toHyphenatedName } from '../../contracts/skill-folders/skill-markdown.ts'
import { AppError, ignoreAppError } from '../../kernel/errors.ts'
import { listSkills } from '../skills-protocol/list-skills.ts'
import { type OpenedSkill, openSkill } from '../skills-protocol/open-skill.ts'
import { callProtocolTool } from '../skills-protocol/protocol-tool.ts'
import { notFoundAsInvalid, withProtocolErrors } from './protocol-errors.ts'

/** Opening a skill reads its document, which may have 2 MB. */
const PAGE_SIZE = 50
const CONCURRENT_READS = 4

const CACHE = { ttlMs: 60_000, cacheScope: 'private' } as const

export const SKILLS_CAPABILITY = { [SKILLS_EXTENSION_ID]: { directoryRead: true } }

export function offerSkills(server: Server, ctx: Context): void {
  server.setRequestHandler(SKILLS_LIST_METHOD, { params: ListSkillsRequestParamsSchema }, ({ cursor }) =>
    withProtocolErrors(() => listPage(ctx, cursor)),
  )
  server.setRequestHandler(SKILLS_GET_METHOD, { params: GetSkillRequestParamsSchema }, ({ uri }) =>
    withProtocolErrors(async () => ({ skill: await getEntry(ctx, uri), ...CACHE }), notFoundAsInvalid(uri)),
  )
  server.setRequestHandler(
    RESOURCES_DIRECTORY_READ_METHOD,
    { params: ReadResourceDirectoryRequestParamsSchema },
    ({ uri }) =>
      withProtocolErrors(
        async () => ({ resources: await listFolder(ctx, uri), ...CACHE }),
        notFoundAsInvalid(uri),
      ),
  )
}

type Page = { skills: { name: string }[]; next_cursor: string | null }

async function listPage(ctx: Context, cursor?: string) {
  const params = { detail: 'names', limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) }
  const { skills, next_cursor } = (await callProtocolTool(ctx, listSkills, params)) as Page
  const limit = pLimit(CONCURRENT_READS)
  const opened = await limit.map(skills, ({ name }) => openSkill(ctx, { name }).catch(ignoreAppError))
  return {
    skills: opened.filter((each) => each !== undefined).map(toEntry),
    ...(next_cursor && { nextCursor: next_cursor }),
    ...CACHE,
  }
}

async function getEntry(ctx: Context, uri: string): Promise<Skill> {
  const { opened, path } = await openSkillUri(ctx, uri)
  if (path !== README) throw notFound(uri)
  return toEntry(opened)
}

/** Returns the direct children of a folder of a skill. */
async function listFolder(ctx: Context, uri: string): Promise<DirectoryResource[]> {
  const { opened, path } = await openSkillUri(ctx, uri.replace(/\/*$/, '/'))
  const below = readableFiles(opened).filter((file) => file.path.startsWith(path))
  if (below.length === 0) throw notFound(uri)
  const base = `${folderUri(opened)}/${path}`
  const children = new Map<string, DirectoryResource>()
  for (const file of below) {
    const [name = '', ...more] = file.path.slice(path.length).split('/')
    const isFolder = more.length > 0
    children.set(name, {
      uri: `${base}${name}${isFolder ? '/' : ''}`,
      name,
      ...(isFolder ? { mimeType: DIRECTORY_MIME_TYPE } : { mimeType: file.kind, size: sizeOf(file) }),
    })
  }
  return [...children.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** `skill://publisher.skillset.skill/<name in the front matter>` */
export function folderUri(opened: OpenedSkill): string {
  return `skill://${opened.name}/${String(buildFrontmatter(opened).name)}`
}

/**
 * Opens the skill of `skill://publisher.skillset.skill/name/path`, or of an address without the name, as lists gave them
 * before this extension. Throws INVALID_INPUT for another address, NOT_FOUND for an unknown skill.
 */
export async function openSkillUri(
  ctx: Context,
  uri: string,
): Promise<{ opened: OpenedSkill; path: string }> {
  const [, skill = '', path = ''] = /^skill:\/\/([^/]+)\/(.*)$/.exec(uri) ?? []
  if (!skill) throw new AppError('INVALID_INPUT', { message: 'The URI of a skill is skill://name/path.' })
  const opened = await openSkill(ctx, { name: skill })
  const folders = [String(buildFrontmatter(opened).name), folderNameOf(skill)]
  const folder = folders.find((name) => path.startsWith(`${name}/`))
  return { opened, path: folder === undefined ? path : path.slice(folder.length + 1) }
}

/** Returns the name that the front matter of a skill has, unless its publisher chose another. */
export function folderNameOf(skill: string): string {
  return toHyphenatedName(skill.slice(skill.lastIndexOf('.') + 1))
}

function toEntry(opened: OpenedSkill): Skill {
  const base = folderUri(opened)
  const resources = readableFiles(opened).map((file) => ({
    uri: `${base}/${file.path}`,
    digest: `sha256:${'sha256' in file ? file.sha256 : sha256Of(file.bytes)}`,
    size: sizeOf(file),
  }))
  // The front matter that SKILL.md begins with.
  const frontmatter = buildFrontmatter(opened) as Skill['frontmatter']
  return { uri: `${base}/${README}`, frontmatter, resources }
}

function readableFiles(opened: OpenedSkill): (SkillFile | StoredSkillFile)[] {
  // Of instructions that have to be bought, only the manifest is free.
  if (opened.forSale)
    return listSkillFiles(opened, { isAgent: true }).filter(({ path }) => path === SKILL_MANIFEST_FILE)
  return listSkillFiles(opened, { isAgent: true }).filter(({ path }) => opened.isReadable || !isCode(path))
}

function sizeOf(file: SkillFile | StoredSkillFile): number {
  return 'sha256' in file ? file.sizeBytes : file.bytes.length
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function notFound(uri: string): AppError {
  return new AppError('NOT_FOUND', { message: `There is no skill at “${uri.slice(0, 200)}”.` })
}
