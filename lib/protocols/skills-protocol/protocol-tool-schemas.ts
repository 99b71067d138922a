/** Schemas for models, under 2,000 tokens (`tool-surface.test.ts`); `extras` has further fields. */
import type { JsonSchema } from '../../kernel/json/json.ts'

const text = (description: string): JsonSchema => ({ type: 'string', description })
const whole = (description: string): JsonSchema => ({ type: 'integer', description })
const texts = (description: string): JsonSchema => ({
  type: 'array',
  items: { type: 'string' },
  description,
})

export type ToolSchema = { name: string; description: string; parameters: JsonSchema }

export const LIST_SKILLS: ToolSchema = {
  name: 'list_skills',
  description:
    'Enumerate available skills, optionally filtering by namespace. Results are deterministically sorted.',
  parameters: {
    type: 'object',
    properties: {
      namespace: text("Optional namespace to filter skills (e.g., 'salesforce')"),
      detail: {
        type: 'string',
        enum: ['names', 'summary'],
        default: 'names',
        description: 'Level of detail to return',
      },
      limit: { type: 'integer', default: 50, description: 'Maximum number of results' },
      cursor: text('Pagination cursor from previous response'),
    },
  },
}

export const DESCRIBE_SKILL: ToolSchema = {
  name: 'describe_skill',
  description: "Retrieve a skill's manifest and documentation frontmatter.",
  parameters: {
    type: 'object',
    properties: {
      name: text("Skill name (e.g., 'salesforce.leads.sync')"),
      version: text('Skill version (omit for latest)'),
      detail: {
        type: 'string',
        enum: ['manifest', 'summary', 'full'],
        default: 'summary',
        description: 'Level of detail to return',
      },
    },
    required: ['name'],
  },
}

export const READ_SKILL_FILE: ToolSchema = {
  name: 'read_skill_file',
  description: "Read any file in a skill's directory (e.g., SKILL.md, extra docs, schemas).",
  parameters: {
    type: 'object',
    properties: {
      name: text('Skill name'),
      version: text('Skill version (omit for latest)'),
      path: text("Path to file within skill directory (e.g., 'SKILL.md')"),
    },
    required: ['name', 'path'],
  },
}

export const EXECUTE_SKILL: ToolSchema = {
  name: 'execute_skill',
  description: "Execute a skill's entrypoint in an ephemeral sandbox.",
  parameters: {
    type: 'object',
    properties: {
      name: text('Skill name'),
      version: text('Skill version (omit for latest)'),
      args: { type: 'object', description: 'JSON-serializable arguments to pass to the skill' },
      input_blobs: texts('Blob IDs to mount in the sandbox'),
      timeout_ms: whole('Execution timeout in milliseconds'),
    },
    required: ['name'],
  },
}

export const RUN_CODE_SCHEMA: ToolSchema = {
  name: 'run_code',
  description: 'Execute LLM-written code in a sandbox with specified skills and blobs mounted.',
  parameters: {
    type: 'object',
    properties: {
      language: {
        type: 'string',
        enum: ['python'],
        description: 'Programming language (MVP: python only)',
      },
      code: text('Source code to execute'),
      entrypoint: { type: 'string', default: 'main', description: 'Function name to call' },
      args: { type: 'object', description: 'Arguments to pass to entrypoint function' },
      mount_skills: texts('Skill names to mount in sandbox'),
      input_blobs: texts('Blob IDs to mount in sandbox'),
      limits: {
        type: 'object',
        properties: { timeout_ms: { type: 'integer' } },
        description: 'Execution limits',
      },
    },
    required: ['language', 'code'],
  },
}

export const CREATE_BLOB_TOOL: ToolSchema = {
  name: 'create_blob',
  description: 'Store large content as a blob and return its ID.',
  parameters: {
    type: 'object',
    properties: {
      content: text('Content to store'),
      kind: text("MIME type (e.g., 'text/plain', 'application/json')"),
    },
    required: ['content', 'kind'],
  },
}

export const READ_BLOB_TOOL: ToolSchema = {
  name: 'read_blob',
  description: 'Retrieve a preview of blob content. Full reads discouraged for large blobs.',
  parameters: {
    type: 'object',
    properties: {
      blob_id: text('Blob identifier'),
      mode: {
        type: 'string',
        enum: ['sample_head', 'sample_tail', 'full'],
        default: 'sample_head',
        description: 'How to sample the blob',
      },
      max_bytes: { type: 'integer', default: 2000, description: 'Maximum bytes to return' },
    },
    required: ['blob_id'],
  },
}

export const LOAD_GUIDE: ToolSchema = {
  name: 'load_skills_protocol_guide',
  description:
    "Load the Skills Protocol Guide to learn how to use these tools. Call this first if you haven't read the guide yet.",
  parameters: { type: 'object', properties: {} },
}
