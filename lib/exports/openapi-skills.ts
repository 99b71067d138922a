/** What the OpenAPI document says of reading a skill: its contract, as a tool, as files, its price. Floor 4, pure. */
import type { JsonObject } from '../contract/json/json.ts'
import { TOOL_FORMATS } from './export-tool.ts'
import { header, jsonBody, query, REFUSED, ref, TEXT, VERSION } from './openapi-parts.ts'

const SKILL_NAME = { name: 'name', in: 'path', required: true, schema: TEXT }

const ofSkill = (operationId: string, { answers, ...told }: JsonObject & { answers: JsonObject }) => ({
  parameters: [SKILL_NAME],
  get: { operationId, tags: ['skills'], ...told, responses: { ...answers, ...REFUSED } },
})

export const SKILL_PATHS: JsonObject = {
  '/api/skills/{name}/quote': ofSkill('quote_run', {
    summary: 'What a run will cost, how long it will take and what it changes',
    description: 'With a key for its organisation; without one, what everybody pays.',
    parameters: [VERSION],
    answers: { 200: jsonBody('The quote.', ref('schemas/Quote')) },
  }),
  '/api/skills/{name}/contract.json': ofSkill('get_contract', {
    summary: 'The contract that every run is held to',
    parameters: [VERSION, header('If-None-Match', 'An etag that is known: 304 when it is still that.')],
    answers: {
      200: jsonBody('As in skill folders.', { type: 'object' }),
      304: { description: 'It is what is known.' },
    },
  }),
  '/api/skills/{name}/tool': ofSkill('export_tool', {
    summary: 'A skill as a tool that a model API takes',
    parameters: [
      { ...query('format', 'Whose words.', { enum: [...TOOL_FORMATS] }), required: true },
      VERSION,
    ],
    answers: { 200: jsonBody('The tool.', { type: 'object' }) },
  }),
  '/api/skills/{name}/folder': ofSkill('export_folder', {
    summary: 'A skill as its folder',
    parameters: [VERSION],
    answers: { 200: { description: 'A zip archive.', content: { 'application/zip': {} } } },
  }),
  '/api/skill-folders': {
    post: {
      operationId: 'import_folder',
      tags: ['skills'],
      summary: 'A skill folder in a zip archive becomes a draft, in a SkillSet of yours',
      parameters: [
        query('handle', 'The publisher, where you have several.'),
        query('into', 'The SkillSet; a new one of the skill’s own slug when it is left out.'),
        query('directory', 'What the folder was called, for the name inside to be held against.'),
      ],
      requestBody: { required: true, content: { 'application/zip': {} } },
      responses: {
        200: jsonBody('Where it went, and what to look at.', {
          type: 'object',
          properties: {
            skill_set_id: TEXT,
            name: TEXT,
            replaced: { type: 'boolean' },
            findings: { type: 'array', items: { type: 'object' } },
          },
          required: ['skill_set_id', 'name', 'replaced', 'findings'],
        }),
        ...REFUSED,
      },
    },
  },
}
