/** Reads resources of MCP: `skill://publisher.skillset.skill/SKILL.md` and `blob://<uuid>`. */
import type {
  ListResourcesResult,
  ReadResourceResult,
  ResourceTemplateType,
} from '@modelcontextprotocol/server'
import type { Context } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { readBlob } from '../skills-protocol/blob-tools.ts'
import { listSkills } from '../skills-protocol/list-skills.ts'
import { callProtocolTool } from '../skills-protocol/protocol-tool.ts'
import { MAX_READ_BYTES, readSkillFile } from '../skills-protocol/read-skill-file.ts'
import { folderNameOf, openSkillUri } from './skills-extension.ts'

export const RESOURCE_TEMPLATES: ResourceTemplateType[] = [
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

/** Returns a page of all SKILL.md files. */
export async function listResources(ctx: Context, cursor?: string): Promise<ListResourcesResult> {
  const params = { detail: 'summary', ...(cursor !== undefined && { cursor }) }
  const { skills, next_cursor } = (await callProtocolTool(ctx, listSkills, params)) as Page
  return {
    resources: skills.map(({ name, description }) => ({
      uri: `skill://${name}/${folderNameOf(name)}/SKILL.md`,
      name,
      description,
      mimeType: 'text/markdown',
    })),
    ...(next_cursor && { nextCursor: next_cursor }),
  }
}

type File = { content: string; encoding: string; kind: string; next_offset?: number }

export async function readResource(ctx: Context, uri: string): Promise<ReadResourceResult> {
  const isSkill = uri.startsWith('skill://')
  const [, blob = ''] = /^blob:\/\/([\w-]+)$/.exec(uri) ?? []
  if (!isSkill && !blob)
    throw new AppError('INVALID_INPUT', { message: 'A resource URI is skill://name/path or blob://id.' })
  const file = await (isSkill ? readFile(ctx, uri) : readBlobFile(ctx, blob))
  const { content, encoding, kind, next_offset } = file
  if (next_offset !== undefined)
    throw new AppError('PRECONDITION_FAILED', {
      message: 'Without an API key, this file is too large to read as one resource.',
      suggestedAction: 'Read it in parts with read_skill_file, or send an API key.',
    })
  const body = encoding === 'base64' ? { blob: content } : { text: content }
  return { contents: [{ uri, mimeType: kind, ...body }] }
}

async function readFile(ctx: Context, uri: string): Promise<File> {
  const { opened, path } = await openSkillUri(ctx, uri)
  const params = { name: opened.name, path: decoded(path), limit: MAX_READ_BYTES }
  return (await callProtocolTool(ctx, readSkillFile, params)) as File
}

async function readBlobFile(ctx: Context, blob: string): Promise<File> {
  return (await callProtocolTool(ctx, readBlob, { blob_id: `blob:${blob}`, mode: 'full' })) as File
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
