import { Boxes } from 'lucide-react'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { Page } from '#components/shell/page.tsx'
import { CreateToolset } from '#components/toolsets/create-toolset.tsx'
import { ToolsetCard } from '#components/toolsets/toolset-card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { paths } from '#lib/contract/market/paths.ts'
import { orNotFound } from '#lib/protocol/or-not-found.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'
import { publicOrigin } from '#lib/session/public-origin.ts'
import { listToolsets } from '#lib/toolsets/list-toolsets.ts'
import {
  addToToolset,
  agreeAgain,
  createToolset,
  deleteToolset,
  readSkill,
  removeFromToolset,
} from './actions.ts'

const actions = { readSkill, createToolset, deleteToolset, addToToolset, removeFromToolset, agreeAgain }

export const metadata: Metadata = { title: 'Toolsets' }

export default async function ToolsetsPage() {
  const ctx = await contextFromCookie()
  const { toolsets, canChange, organisationName } = await orNotFound(listToolsets(ctx))
  const origin = publicOrigin(await headers())

  return (
    <Page width="reading" className="grid grid-cols-1 gap-6">
      <PageHeader
        title="Toolsets"
        description={`Skills and built-in tools that agents of ${organisationName} get over MCP, each pinned to what you agreed to. When one changes what it says or may do, agents stop getting it until a person agrees again.`}
        actions={canChange && <CreateToolset create={createToolset} />}
      />
      {toolsets.length > 0 ? (
        toolsets.map((toolset) => (
          <ToolsetCard
            key={toolset.slug}
            toolset={toolset}
            url={origin + paths.mcpToolset(toolset.slug)}
            canChange={canChange}
            organisationName={organisationName}
            actions={actions}
          />
        ))
      ) : (
        <EmptyState icon={Boxes} title="No toolsets yet">
          {canChange
            ? 'Create one, add the skills and tools that an agent needs, and paste its address into any MCP client.'
            : `Owners and admins of ${organisationName} can create one.`}
        </EmptyState>
      )}
    </Page>
  )
}
