import { describeWorkspace } from '../../vault/workspace/describe-workspace.ts'
import { type BuiltInTool, outputPathField, strictObject } from '../definition/built-in-tool.ts'
import { workspaceOwnerOf } from './editor-schemas.ts'

type Input = { includeOpenLeaves?: boolean; includeActiveViewState?: boolean }
type Output = {
  activeFilePath?: string
  activeViewType?: string
  isMarkdown?: boolean
  openLeaves?: { id: string; viewType: string; title?: string }[]
  selectionSummary?: { isEmpty: boolean; length: number }
}

export const getContext: BuiltInTool<Input, Output> = {
  name: 'workspace.getContext',
  title: 'Describe the workspace',
  description:
    'Returns what the caller has open on their Vault page: the active file, its view, the other tabs, and the size of the selection. Empty while that page is not open.',
  riskLevel: 'read-only',
  sideEffects: [],
  availability: 'always',
  inputSchema: strictObject([], {
    includeOpenLeaves: { type: 'boolean', description: 'Whether to list the tabs. Default: false.' },
    includeActiveViewState: {
      type: 'boolean',
      description: 'Whether to include the view of the active file and its selection. Default: true.',
    },
  }),
  outputSchema: strictObject([], {
    activeFilePath: outputPathField('The active file. Absent if nothing is open.'),
    activeViewType: {
      type: 'string',
      description: '"markdown" or "text" for editable files, "file" for files that can only be viewed.',
    },
    isMarkdown: { type: 'boolean', description: 'Whether the active file is Markdown.' },
    openLeaves: {
      type: 'array',
      description: 'The tabs, from left to right.',
      items: strictObject(['id', 'viewType'], {
        id: { type: 'string', description: 'Of the tab.' },
        viewType: { type: 'string', description: 'As activeViewType.' },
        title: { type: 'string', description: 'The name of the file.' },
      }),
    },
    selectionSummary: strictObject(
      ['isEmpty', 'length'],
      {
        isEmpty: { type: 'boolean', description: 'True if nothing is selected.' },
        length: { type: 'integer', minimum: 0, description: 'In UTF-16 code units.' },
      },
      'The selection in the active file.',
    ),
  }),
  preview: 'Read the state of the workspace',
  async run({ includeOpenLeaves = false, includeActiveViewState = true }, environment) {
    const { leaves, active, selectedChars } = await describeWorkspace(
      environment.db,
      workspaceOwnerOf(environment),
      environment,
    )
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
