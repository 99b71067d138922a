/** `editor.getActiveFilePath`: which file is in front. Floor 3. Source: specification "First-party tools and plans", Tools. */
import { AppError } from '../errors.ts'
import { describeWorkspace } from '../workspace/describe-workspace.ts'
import { ownerOf } from './editor-schemas.ts'
import type { Tool } from './tool.ts'
import { pathField } from './vault-schemas.ts'

export const getActiveFilePath: Tool<Record<string, never>, { path: string }> = {
  name: 'editor.getActiveFilePath',
  title: 'Name the active file',
  description: 'Returns the path of the file that is in front on the caller’s Vault page.',
  riskLevel: 'read-only',
  sideEffects: [],
  availability: 'When the caller has a file in front on the Vault page; else PRECONDITION_FAILED.',
  inputSchema: { type: 'object', additionalProperties: false, required: [], properties: {} },
  outputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['path'],
    properties: { path: pathField('The path of the file, in the vault.') },
  },
  preview: 'Name the file that is open in the editor',
  async run(_input, world) {
    const { active } = await describeWorkspace(world.db, ownerOf(world), world)
    if (active) return { path: active.path }
    throw new AppError('PRECONDITION_FAILED', {
      message: 'No file is open in the editor.',
      suggestedAction: 'Open one on the Vault page, or with workspace.openFile.',
    })
  },
}
