/** `workspace.openFile`: a file in front of the person. Floor 3. Source: seed "Tool Input/Output Schema Conventions" §3.4.2. */
import { openLeaf, whatWouldOpen } from '../workspace/arrange.ts'
import { type CommonInputs, DRY_RUN, REQUEST_ID } from './common-inputs.ts'
import { ownerOf } from './editor-schemas.ts'
import type { Tool } from './tool.ts'
import { pathField } from './vault-schemas.ts'

type Input = Omit<CommonInputs, 'note'> & { path: string; newLeaf?: boolean; focus?: boolean }
type Output = { path: string; opened: boolean; leafId?: string }

export const openFile: Tool<Input, Output> = {
  name: 'workspace.openFile',
  title: 'Open a file',
  description:
    'Opens a file of the vault in a tab of the caller’s Vault page, where they see it and the editor’s tools reach it.',
  riskLevel: 'commands',
  sideEffects: ['Opens a tab on the person’s Vault page, and brings it to the front.'],
  availability: 'always',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['path'],
    properties: {
      path: { type: 'string', description: 'The file, as a path in the vault: “Folder/Note.md”.' },
      newLeaf: {
        type: 'boolean',
        description: 'Open a tab of its own even when a tab shows the file already; false when absent.',
      },
      focus: { type: 'boolean', description: 'Bring the tab to the front; true when absent.' },
      ...DRY_RUN,
      ...REQUEST_ID,
    },
  },
  outputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['path', 'opened'],
    properties: {
      path: pathField('The file.'),
      opened: { type: 'boolean', description: 'Whether it is open now; false for a dry run.' },
      leafId: { type: 'string', description: 'The tab it is open in.' },
    },
  },
  preview: 'Open “{path}”',
  async run({ path, newLeaf, focus }, world) {
    const owner = ownerOf(world)
    if (world.dryRun) return { path: await whatWouldOpen(world.db, owner, path), opened: false }
    return { ...(await openLeaf(world.db, owner, { path, newLeaf, focus })), opened: true }
  },
}
