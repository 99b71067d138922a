import { z } from 'zod'
import type { Issue } from '../../kernel/errors.ts'
import { schemaWithJson } from '../../kernel/validation/response-schemas.ts'
import { RestQuote } from '../../runs/model/rest-run.ts'
import { CONTRACT_TYPE } from '../http/responses/contract-response.ts'
import { TOOL_FORMATS } from '../tool-formats/export-tool.ts'
import type { Endpoint } from './endpoint.ts'
import {
  IF_NONE_MATCH,
  NOT_MODIFIED,
  pathParameter,
  query,
  SENT_ZIP,
  VERSION,
  ZIP,
} from './operation-parts.ts'

const SKILL_NAME = pathParameter('name')

export const QUOTE_RUN = {
  method: 'get',
  path: '/api/skills/{name}/quote',
  operationId: 'quote_run',
  tag: 'skills',
  summary: 'Get the price, duration and effects of a run',
  description: 'With a key, the price for its organisation; otherwise the public price.',
  parameters: [SKILL_NAME, VERSION],
  responses: { 200: { description: 'The quote.', schema: RestQuote } },
} as const satisfies Endpoint

export const GET_CONTRACT = {
  method: 'get',
  path: '/api/skills/{name}/contract.json',
  operationId: 'get_contract',
  tag: 'skills',
  summary: 'Get the contract of a skill',
  parameters: [SKILL_NAME, VERSION, IF_NONE_MATCH],
  responses: {
    200: {
      description: 'The contract document.',
      content: { [CONTRACT_TYPE]: { schema: { type: 'object' } } },
    },
    304: NOT_MODIFIED,
  },
} as const satisfies Endpoint

export const EXPORT_TOOL = {
  method: 'get',
  path: '/api/skills/{name}/tool',
  operationId: 'export_tool',
  tag: 'skills',
  summary: 'Get a skill as a tool definition for a model API',
  parameters: [
    SKILL_NAME,
    { ...query('format', 'Whose words.', { enum: [...TOOL_FORMATS] }), required: true },
    VERSION,
  ],
  responses: { 200: { description: 'The tool.', schema: schemaWithJson<object>({ type: 'object' }) } },
} as const satisfies Endpoint

export const EXPORT_FOLDER = {
  method: 'get',
  path: '/api/skills/{name}/folder',
  operationId: 'export_folder',
  tag: 'skills',
  summary: 'Download a skill as a folder',
  parameters: [SKILL_NAME, VERSION],
  responses: { 200: { description: 'A zip archive.', content: ZIP } },
} as const satisfies Endpoint

export const IMPORT_FOLDER = {
  method: 'post',
  path: '/api/skill-folders',
  operationId: 'import_folder',
  tag: 'skills',
  summary: 'Import a skill folder from a zip archive into a draft',
  parameters: [
    query('handle', 'The publisher handle. Required if you have several.'),
    query('into', 'The SkillSet to import into. Default: a new one with the skill’s slug.'),
    query('directory', 'The name of the folder, to compare with the name in the manifest.'),
  ],
  requestBody: SENT_ZIP,
  responses: {
    200: {
      description: 'The draft and the findings of the import.',
      schema: z.object({
        skill_set_id: z.string(),
        name: z.string(),
        replaced: z.boolean(),
        findings: z.array(schemaWithJson<Issue>({ type: 'object' })),
      }),
    },
  },
} as const satisfies Endpoint
