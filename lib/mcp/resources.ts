/**
 * Files of skills and blobs, as resources. Floor 4.
 *
 * `skill://publisher.skillset.skill/SKILL.md`, `blob://<uuid>`. Source: Model Context Protocol, Resources.
 */
import type {
  ListResourcesResult,
  ReadResourceResult,
  ResourceTemplate,
} from '@modelcontextprotocol/sdk/types.js'
import { readBlob } from '../agents/blob-tools.ts'
import { listSkills } from '../agents/list-skills.ts'
import { readSkillFile } from '../agents/read-skill-file.ts'
import { callTool } from '../agents/tool.ts'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'

export const RESOURCE_TEMPLATES: ResourceTemplate[] = [
  {
    uriTemplate: 'skill://{name}/{+path}',
    name: 'skill file',
    title: 'File of a skill',
    description:
      'SKILL.md, skill.toml, input.schema.json, output.schema.json, contract.json, code/…, resources/…',
  },
  {
    uriTemplate: 'blob://{id}',
    name: 'blob',
    title: 'Blob',
    description: 'Content that create_blob or a run stored, up to 10 MiB.',
  },
]

type Page = { skills: { name: string; version: string; description: string }[]; next_cursor: string | null }

/** The SKILL.md of every skill, a page at a time. */
export async function listResources(ctx: Context, cursor?: string): Promise<ListResourcesResult> {
  const params = { detail: 'summary', ...(cursor !== undefined && { cursor }) }
  const { skills, next_cursor } = (await callTool(ctx, listSkills, params)) as Page
  return {
    resources: skills.map(({ name, description }) => ({
      uri: `skill://${name}/SKILL.md`,
      name,
      description,
      mimeType: 'text/markdown',
    })),
    ...(next_cursor && { nextCursor: next_cursor }),
  }
}

type File = { content: string; encoding: string; kind: string }

/** Throws INVALID_INPUT for a URI that is none of ours, and what reading a file or a blob throws. */
export async function readResource(ctx: Context, uri: string): Promise<ReadResourceResult> {
  const [, name = '', path = ''] = /^skill:\/\/([^/]+)\/(.+)$/.exec(uri) ?? []
  const [, blob = ''] = /^blob:\/\/([\w-]+)$/.exec(uri) ?? []
  if (!name && !blob)
    throw new AppError('INVALID_INPUT', { message: 'A resource is skill://name/path or blob://id.' })
  const file = (await (name
    ? callTool(ctx, readSkillFile, { name, path: decoded(path) })
    : callTool(ctx, readBlob, { blob_id: `blob:${blob}`, mode: 'full' }))) as File
  const { content, encoding, kind } = file
  const body = encoding === 'base64' ? { blob: content } : { text: content }
  return { contents: [{ uri, mimeType: kind, ...body }] }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
