/** The tools of `/mcp?for=studio`: a program writes a draft and stages it. None of them submits. */
import type { Json, JsonObject, JsonSchema } from '../../kernel/json/json.ts'
import type { Operation } from '../../kernel/json/json-patch.ts'
import { paths } from '../../kernel/site/paths.ts'
import {
  addExampleWithKey,
  changeDraftWithKey,
  checkDraftWithKey,
  compareDraftWithKey,
  createDraftWithKey,
  findProblemsWithKey,
  listDraftsWithKey,
  readDraftWithKey,
  runDraftWithKey,
  stageDraftWithKey,
} from '../../publishing/with-key/drafts-with-key.ts'
import { RULE_CHAPTERS, readRules } from './studio-rules.ts'
import type { BoxTool } from './tool-box.ts'

const READS = { readOnlyHint: true, openWorldHint: false } as const
const WRITES = { readOnlyHint: false, destructiveHint: false, openWorldHint: false } as const
const RUNS = { readOnlyHint: false, destructiveHint: false, openWorldHint: true } as const

const text = (description: string, more: JsonSchema = {}): JsonSchema => ({
  type: 'string',
  maxLength: 200,
  description,
  ...more,
})
const DRAFT_ID = text('The draft_id of list_drafts or create_draft')
const ETAG = text('The etag of the last answer; another one is a CONFLICT and changes nothing')
const MAX_PRICE = text('The most that runs may cost, in USDC', { default: '0' })

function object(properties: { [name: string]: JsonSchema }, required: string[] = []): JsonSchema {
  return { type: 'object', properties, required }
}

const OPERATION: JsonSchema = {
  type: 'object',
  properties: {
    op: { enum: ['add', 'replace', 'remove', 'move'] },
    path: { type: 'string', maxLength: 1_000 },
    from: { type: 'string', maxLength: 1_000 },
    value: {},
  },
  required: ['op', 'path'],
  anyOf: [
    { properties: { op: { enum: ['add', 'replace'] } }, required: ['value'] },
    { properties: { op: { const: 'remove' } } },
    { properties: { op: { const: 'move' } }, required: ['from'] },
  ],
}

type Params = {
  topic: string
  section?: string
  publisher?: string
  document?: JsonObject
  draft_id: string
  pointer?: string
  expectedEtag: string
  patch: Operation[]
  skill: string
  title: string
  input: Json
  output?: Json
  args: Json
  max_price: string
  note: string
}

/** `validateParams` has checked the params against the schema of the tool. */
const read = (params: JsonObject) => params as Params

export const STUDIO_TOOLS: readonly BoxTool[] = [
  {
    name: 'read_rules',
    description:
      'Read the guide: how SkillSets, handlers and contracts are written. Without a section, a long chapter returns the most needed one and the names of all.',
    parameters: object({
      topic: { enum: [...RULE_CHAPTERS], default: 'publishing', description: 'The chapter' },
      section: text('A name from sections of an earlier answer'),
    }),
    annotations: READS,
    run(_ctx, params, origin) {
      const { topic, section } = read(params)
      return readRules({ topic, section }, origin)
    },
  },
  {
    name: 'list_drafts',
    description: 'List the SkillSets of your organisation, and the handles that it publishes under.',
    parameters: object({}),
    annotations: READS,
    run: (ctx) => listDraftsWithKey(ctx),
  },
  {
    name: 'create_draft',
    description:
      'Create a SkillSet as a draft, with a document that may be unfinished, or with draft_id a draft of its next version. Returns its problems.',
    parameters: object({
      document: {
        type: 'object',
        properties: { visibility: { enum: ['PUBLIC', 'PRIVATE'] } },
        description:
          '{slug, name, version, description, visibility, skills: [{slug, name, description, prompt, definition, parameters, response, examples}]}',
      },
      publisher: text('The handle, if your organisation has several'),
      draft_id: text('Of a published SkillSet without a draft, instead of a document'),
    }),
    annotations: WRITES,
    run(ctx, params) {
      const { publisher, document, draft_id: draftId } = read(params)
      return createDraftWithKey(ctx, { publisher, document, draftId })
    },
  },
  {
    name: 'read_draft',
    description: 'Read a draft, or the part of it at a JSON Pointer, with its etag.',
    parameters: object(
      { draft_id: DRAFT_ID, pointer: text('Such as /skills/0/definition', { maxLength: 1_000 }) },
      ['draft_id'],
    ),
    annotations: READS,
    run(ctx, params) {
      const { draft_id: draftId, pointer } = read(params)
      return readDraftWithKey(ctx, { draftId, pointer })
    },
  },
  {
    name: 'change_draft',
    description:
      'Change a draft by a JSON Patch (add, replace, remove, move). Returns the new etag and its problems.',
    parameters: object(
      {
        draft_id: DRAFT_ID,
        expectedEtag: ETAG,
        patch: { type: 'array', items: OPERATION, minItems: 1, maxItems: 200 },
      },
      ['draft_id', 'expectedEtag', 'patch'],
    ),
    annotations: { ...WRITES, destructiveHint: true },
    run(ctx, params) {
      const { draft_id: draftId, expectedEtag, patch } = read(params)
      return changeDraftWithKey(ctx, { draftId, expectedEtag, patch })
    },
  },
  {
    name: 'add_example',
    description: 'Add an example to a skill of a draft. It runs before a version is published.',
    parameters: object(
      {
        draft_id: DRAFT_ID,
        expectedEtag: ETAG,
        skill: text('The slug of the skill'),
        title: text('What it shows'),
        input: { type: 'object' },
        output: { description: 'The output, if it is always the same' },
      },
      ['draft_id', 'expectedEtag', 'skill', 'title', 'input'],
    ),
    annotations: WRITES,
    run(ctx, params) {
      const { draft_id: draftId, expectedEtag, skill, title, input, output } = read(params)
      return addExampleWithKey(ctx, { draftId, expectedEtag, skill, title, input, output })
    },
  },
  {
    name: 'test_skill',
    description: 'Run a skill of a draft once in the sandbox, with your input.',
    parameters: object(
      { draft_id: DRAFT_ID, skill: text('The slug'), args: { type: 'object' }, max_price: MAX_PRICE },
      ['draft_id', 'skill', 'args'],
    ),
    annotations: RUNS,
    isCostly: true,
    async run(ctx, params) {
      const { draft_id: draftId, skill, args, max_price: maxPrice } = read(params)
      const run = await runDraftWithKey(ctx, { draftId, skill, args, maxPrice })
      const { id, state, output, error, errorDetail, warnings, logs, coercions } = run
      const result = { run_id: id, state, output, error, warnings, logs, trace: errorDetail?.stack }
      return coercions.length > 0 ? { ...result, coercions } : result
    },
  },
  {
    name: 'run_examples',
    description: 'Run the examples of a draft and all other checks of a submission.',
    parameters: object({ draft_id: DRAFT_ID, max_price: MAX_PRICE }, ['draft_id']),
    annotations: RUNS,
    isCostly: true,
    run(ctx, params) {
      const { draft_id: draftId, max_price: maxPrice } = read(params)
      return checkDraftWithKey(ctx, { draftId, maxPrice })
    },
  },
  {
    name: 'read_problems',
    description:
      'Read what is wrong with a draft, each with its place, and advice with a patch for change_draft where there is one. Runs nothing.',
    parameters: object({ draft_id: DRAFT_ID }, ['draft_id']),
    annotations: READS,
    isCostly: true,
    run: (ctx, params) => findProblemsWithKey(ctx, read(params).draft_id),
  },
  {
    name: 'compare_draft',
    description:
      'Compare a draft with the published version: the changes, and the version number that they need.',
    parameters: object({ draft_id: DRAFT_ID }, ['draft_id']),
    annotations: READS,
    isCostly: true,
    run: (ctx, params) => compareDraftWithKey(ctx, read(params).draft_id),
  },
  {
    name: 'stage_draft',
    description:
      'Stage a draft: the owners and admins of the publisher are notified, look at it at the returned address, and submit or discard it. You cannot submit.',
    parameters: object(
      {
        draft_id: DRAFT_ID,
        expectedEtag: ETAG,
        note: text('What reviewers should know', { maxLength: 10_000, default: '' }),
      },
      ['draft_id', 'expectedEtag'],
    ),
    annotations: WRITES,
    async run(ctx, params, origin) {
      const { draft_id: draftId, expectedEtag, note } = read(params)
      const staged = await stageDraftWithKey(ctx, { draftId, expectedEtag, note })
      return { ...staged, state: 'staged', url: origin + paths.stagedSubmission(staged.id) }
    },
  },
]
