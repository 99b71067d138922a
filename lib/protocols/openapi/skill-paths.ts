import type { JsonObject } from '../../kernel/json/json.ts'
import { CONTRACT_TYPE } from '../http/responses/contract-response.ts'
import { TOOL_FORMATS } from '../tool-formats/export-tool.ts'
import {
  ERROR_RESPONSES_REF,
  header,
  jsonBody,
  query,
  ref,
  TEXT_SCHEMA,
  VERSION,
  ZIP,
} from './operation-parts.ts'

const SKILL_NAME = { name: 'name', in: 'path', required: true, schema: TEXT_SCHEMA }

const ofSkill = (operationId: string, { answers, ...parts }: JsonObject & { answers: JsonObject }) => ({
  parameters: [SKILL_NAME],
  get: { operationId, tags: ['skills'], ...parts, responses: { ...answers, ...ERROR_RESPONSES_REF } },
})

export const SKILL_PATHS: JsonObject = {
  '/api/skills/{name}/quote': ofSkill('quote_run', {
    summary: 'Get the price, duration and effects of a run',
    description: 'With a key, the price for its organisation; otherwise the public price.',
    parameters: [VERSION],
    answers: { 200: jsonBody('The quote.', ref('schemas/Quote')) },
  }),
  '/api/skills/{name}/contract.json': ofSkill('get_contract', {
    summary: 'Get the contract of a skill',
    parameters: [
      VERSION,
      header('If-None-Match', 'A known etag. The response is 304 if it is still current.'),
    ],
    answers: {
      200: {
        description: 'The contract document.',
        content: { [CONTRACT_TYPE]: { schema: { type: 'object' } } },
      },
      304: { description: 'Not modified.' },
    },
  }),
  '/api/skills/{name}/tool': ofSkill('export_tool', {
    summary: 'Get a skill as a tool definition for a model API',
    parameters: [
      { ...query('format', 'Whose words.', { enum: [...TOOL_FORMATS] }), required: true },
      VERSION,
    ],
    answers: { 200: jsonBody('The tool.', { type: 'object' }) },
  }),
  '/api/skills/{name}/folder': ofSkill('export_folder', {
    summary: 'Download a skill as a folder',
    parameters: [VERSION],
    answers: { 200: { description: 'A zip archive.', content: ZIP } },
  }),
  '/api/skill-folders': {
    post: {
      operationId: 'import_folder',
      tags: ['skills'],
      summary: 'Import a skill folder from a zip archive into a draft',
      parameters: [
        query('handle', 'The publisher handle. Required if you have several.'),
        query('into', 'The SkillSet to import into. Default: a new one with the skill’s slug.'),
        query('directory', 'The name of the folder, to compare with the name in the manifest.'),
      ],
      requestBody: { required: true, content: ZIP },
      responses: {
        200: jsonBody('The draft and the findings of the import.', {
          type: 'object',
          properties: {
            skill_set_id: TEXT_SCHEMA,
            name: TEXT_SCHEMA,
            replaced: { type: 'boolean' },
            findings: { type: 'array', items: { type: 'object' } },
          },
          required: ['skill_set_id', 'name', 'replaced', 'findings'],
        }),
        ...ERROR_RESPONSES_REF,
      },
    },
  },
}
