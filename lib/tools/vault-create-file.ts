/** `vault.createFile`. Floor 3. Source: seed "Tool Input/Output Schema Conventions" §3.2.4. */
import type { JsonObject } from '../contract/json/json.ts'
import { COLLISION_STRATEGIES, type CollisionStrategy } from '../contract/vault/collision-strategies.ts'
import { type CreatedFile, createFile } from '../vault/create-file.ts'
import { type CommonInputs, DRY_RUN, NOTE, REQUEST_ID } from './common-inputs.ts'
import type { Tool } from './tool.ts'
import { observed, vaultToWriteOfTool } from './tool-vault.ts'
import { ETAG_OUT, MTIME_OUT, pathField, pathToTake } from './vault-schemas.ts'

type Input = CommonInputs & {
  path: string
  content: string
  ifNotExists?: boolean
  collisionStrategy?: CollisionStrategy
  frontmatter?: JsonObject
}

export const vaultCreateFile: Tool<Input, CreatedFile> = {
  name: 'vault.createFile',
  title: 'Create a file',
  description:
    'Makes a text file in the vault, and the folders it is in. A path where something is already is a CONFLICT, unless collisionStrategy says what to do then.',
  riskLevel: 'writes',
  sideEffects: [
    'Makes the file, and the folders it is in.',
    'Replaces a file that is there, with “overwrite” only.',
  ],
  availability: 'always',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['path', 'content'],
    properties: {
      path: pathToTake('Where to make it: “Folder/Note.md”.'),
      content: { type: 'string', description: 'Its text.' },
      ifNotExists: {
        type: 'boolean',
        default: true,
        description:
          'Only make what is not there. False alone replaces nothing: send collisionStrategy, which wins.',
      },
      collisionStrategy: {
        type: 'string',
        enum: [...COLLISION_STRATEGIES],
        description:
          'When something is there: “error” refuses, “create-unique” finds a name such as “Title (2).md”, “overwrite” replaces a file.',
      },
      frontmatter: {
        type: 'object',
        description: 'Fields for the front matter, written as YAML before the text.',
      },
      ...DRY_RUN,
      ...NOTE,
      ...REQUEST_ID,
    },
  },
  outputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['path', 'created'],
    properties: {
      path: pathField('Where it is: another name when a unique one was asked for.'),
      created: { type: 'boolean', description: 'False when a file that was there was overwritten.' },
      ...ETAG_OUT,
      ...MTIME_OUT,
    },
  },
  preview: [
    { when: { collisionStrategy: 'overwrite' }, say: 'Create or replace “{path}”' },
    {
      when: { collisionStrategy: 'create-unique' },
      say: 'Create “{path}”, under another name if that is taken',
    },
    { say: 'Create “{path}”' },
  ],
  async run(input, world) {
    const { path, content, collisionStrategy, frontmatter } = input
    const wanted = {
      path,
      content,
      ...(collisionStrategy && { collisionStrategy }),
      ...(frontmatter && { frontmatter }),
    }
    return observed(world, await createFile(vaultToWriteOfTool(world), wanted))
  },
}
