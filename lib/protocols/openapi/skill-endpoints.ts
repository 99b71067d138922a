import { z } from 'zod'
import type { Issue, PublicError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { schemaWithJson } from '../../kernel/validation/response-schemas.ts'
import { RestQuote } from '../../runs/model/rest-run.ts'
import { CONTRACT_TYPE } from '../http/responses/contract-response.ts'
import { listSkills } from '../skills-protocol/list-skills.ts'
import { PROTOCOL_RESULTS } from '../skills-protocol/protocol-results.ts'
import { buildParamsSchema } from '../skills-protocol/validate-params.ts'
import { TOOL_FORMATS } from '../tool-formats/export-tool.ts'
import type { Endpoint } from './endpoint.ts'
import {
  IF_NONE_MATCH,
  NOT_MODIFIED,
  pathParameter,
  query,
  SENT_ZIP,
  sentJson,
  VERSION,
  ZIP,
} from './operation-parts.ts'

const SKILL_NAME = pathParameter('name')

export const SEARCH_SKILLS = {
  method: 'post',
  path: '/api/skills/search',
  operationId: 'search_skills',
  tag: 'skills',
  summary: 'Find skills by words, and by what you have and need',
  description:
    'The same search as list_skills of /rpc and /mcp. Without words, values or limits it lists the names of skills.',
  requestBody: sentJson(buildParamsSchema(listSkills)),
  responses: {
    200: {
      description: 'The skills, the best first.',
      schema: schemaWithJson<JsonObject>(PROTOCOL_RESULTS.list_skills!.schema),
    },
  },
} as const satisfies Endpoint

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

const License = z.object({
  name: z.string(),
  source: z.string(),
  is_spdx: z.boolean(),
})

export const LIST_REPOSITORY_SKILLS = {
  method: 'get',
  path: '/api/repository-skills',
  operationId: 'list_repository_skills',
  tag: 'skills',
  summary: 'List the skills of a public repository',
  description:
    'With the commit that the repository has now and the licence of each skill. Keys need the scope “publish”.',
  parameters: [
    {
      ...query('address', 'The address of a repository on GitHub, or of a folder in it.'),
      required: true,
    },
  ],
  responses: {
    200: {
      description: 'The skills.',
      schema: z.object({
        repository: z.string(),
        commit: z.string(),
        skills: z.array(
          z.object({
            path: z.string(),
            name: z.string(),
            description: z.string(),
            license: License.nullable(),
          }),
        ),
      }),
    },
  },
} as const satisfies Endpoint

export const IMPORT_REPOSITORY_SKILLS = {
  method: 'post',
  path: '/api/repository-imports',
  operationId: 'import_repository_skills',
  tag: 'skills',
  summary: 'Import skills of a public repository into drafts',
  description:
    'A skill without a known licence needs `license`, or `accept_unlicensed` from a person: keys cannot accept that. Keys need the scope “publish”.',
  requestBody: sentJson({
    type: 'object',
    required: ['address', 'commit', 'paths'],
    properties: {
      address: { type: 'string' },
      commit: { type: 'string', description: 'The commit that was listed.' },
      paths: { type: 'array', items: { type: 'string' }, description: 'The folders to import.' },
      handle: { type: 'string', description: 'The publisher handle. Required if you have several.' },
      into: {
        type: 'string',
        description: 'The SkillSet to import into. Default: a new one for each skill.',
      },
      license: { type: 'string', description: 'The SPDX licence of skills that state none.' },
      programs: { type: 'boolean', description: 'Programs in scripts/ become skills, too.' },
      accept_unlicensed: { type: 'boolean', description: 'You may publish skills without a known licence.' },
    },
  }),
  responses: {
    200: {
      description: 'Each skill with its draft, or with the error for which it was not imported.',
      schema: z.object({
        skills: z.array(
          z.object({
            path: z.string(),
            skill_set_id: z.string().optional(),
            name: z.string().optional(),
            programs: z.array(z.string()).optional(),
            replaced: z.boolean().optional(),
            findings: z.array(schemaWithJson<Issue>({ type: 'object' })).optional(),
            error: schemaWithJson<PublicError>({ type: 'object' }).optional(),
          }),
        ),
      }),
    },
  },
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
    query('programs', 'Programs in scripts/ of an Agent Skill become skills, too.', { type: 'boolean' }),
  ],
  requestBody: SENT_ZIP,
  responses: {
    200: {
      description: 'The draft and the findings of the import.',
      schema: z.object({
        skill_set_id: z.string(),
        name: z.string(),
        programs: z.array(z.string()),
        replaced: z.boolean(),
        findings: z.array(schemaWithJson<Issue>({ type: 'object' })),
      }),
    },
  },
} as const satisfies Endpoint
