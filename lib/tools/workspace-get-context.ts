/** `workspace.getContext`: what the person has open. Floor 3. Source: seed "Tool Input/Output Schema Conventions" §3.4.1. */
import { describeWorkspace } from '../workspace/describe-workspace.ts'
import { ownerOf } from './editor-schemas.ts'
import type { Tool } from './tool.ts'
import { pathField } from './vault-schemas.ts'

type Input = { includeOpenLeaves?: boolean; includeActiveViewState?: boolean }
type Output = {
  activeFilePath?: string
  activeViewType?: string
  isMarkdown?: boolean
  openLeaves?: { id: string; viewType: string; title?: string }[]
  selectionSummary?: { isEmpty: boolean; length: number }
}

export const getContext: Tool<Input, Output> = {
  name: 'workspace.getContext',
  title: 'Describe the workspace',
  description:
    'Tells what the caller has open on their Vault page: the file in front, what kind of view shows it, the other tabs, and how much is selected.',
  riskLevel: 'read-only',
  sideEffects: [],
  availability: 'always',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: [],
    properties: {
      includeOpenLeaves: { type: 'boolean', description: 'Whether to list the tabs; false when absent.' },
      includeActiveViewState: {
        type: 'boolean',
        description:
          'Whether to tell how the file in front is shown and what is selected in it; true when absent.',
      },
    },
  },
  outputSchema: {
    type: 'object',
    additionalProperties: false,
    required: [],
    properties: {
      activeFilePath: pathField('The file in front; absent when nothing is open.'),
      activeViewType: {
        type: 'string',
        description: '"markdown" or "text" for what can be edited, "file" for what can only be looked at.',
      },
      isMarkdown: { type: 'boolean', description: 'Whether the file in front is Markdown.' },
      openLeaves: {
        type: 'array',
        description: 'The tabs, from left to right.',
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['id', 'viewType'],
          properties: {
            id: { type: 'string', description: 'Of the tab.' },
            viewType: { type: 'string', description: 'As activeViewType.' },
            title: { type: 'string', description: 'The name of the file.' },
          },
        },
      },
      selectionSummary: {
        type: 'object',
        additionalProperties: false,
        required: ['isEmpty', 'length'],
        description: 'What is selected in the file in front.',
        properties: {
          isEmpty: { type: 'boolean', description: 'Whether nothing is selected.' },
          length: { type: 'integer', minimum: 0, description: 'In UTF-16 code units.' },
        },
      },
    },
  },
  preview: 'Look at what is open in the workspace',
  async run({ includeOpenLeaves = false, includeActiveViewState = true }, world) {
    const { leaves, active, selectedChars } = await describeWorkspace(world.db, ownerOf(world), world)
    const openLeaves = leaves.map(({ id, viewType, title }) => ({ id, viewType, title }))
    return {
      ...(active && { activeFilePath: active.path }),
      ...(active &&
        includeActiveViewState && {
          activeViewType: active.viewType,
          isMarkdown: active.isMarkdown,
          ...(selectedChars !== undefined && {
            selectionSummary: { isEmpty: selectedChars === 0, length: selectedChars },
          }),
        }),
      ...(includeOpenLeaves && { openLeaves }),
    }
  },
}
