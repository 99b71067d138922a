'use client'

import { Command } from 'cmdk'
import { Plus, Search } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import { formatMicros } from '#lib/kernel/money.ts'
import type { PlanTool } from '#lib/plans/model/document/plan-tool.ts'
import { useSkillSearch } from '../../catalog/use-skill-search.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '../../ui/dialogs/dialog.tsx'
import { listStepsWithoutApproval, matchesApproval } from '../document/step-approval.ts'
import { stepTitle } from '../document/step-labels.ts'
import { usePlanEditing } from '../parts/plan-editing.tsx'
import { RiskBadge } from '../parts/risk-badge.tsx'
import { useSavedPlan } from './plan-builder-context.tsx'

// Loaded when it is opened.
const FindForm = dynamic(() => import('../find-form.tsx').then((module) => module.FindForm))

type AddStepProps = {
  onAdd: (tool: string) => void
  /** Called with the index of a step that should wait for a person. */
  onAddApproval: (index: number) => void
  isFirst: boolean
}

export function AddStepDialog({ onAdd, onAddApproval, isFirst }: AddStepProps) {
  const [isOpen, setOpen] = useState(false)
  const [isByTypes, setByTypes] = useState(false)
  const { findByTypes } = useSavedPlan()
  const choose = (tool: string) => {
    setOpen(false)
    onAdd(tool)
  }
  const chooseApproval = (index: number) => {
    setOpen(false)
    onAddApproval(index)
  }
  const openDialog = (open: boolean) => {
    setOpen(open)
    setByTypes(false)
  }
  return (
    <Dialog open={isOpen} onOpenChange={openDialog}>
      <DialogTrigger asChild>
        <Button variant={isFirst ? 'primary' : 'outline'} className="w-fit">
          <Plus aria-hidden /> {isFirst ? 'Add the first step' : 'Add a step'}
        </Button>
      </DialogTrigger>
      {isByTypes ? (
        <DialogContent
          title="Add a step by what you have and need"
          className="max-w-2xl"
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          <FindForm find={findByTypes} createPlan={undefined} onChoose={choose} />
        </DialogContent>
      ) : (
        <DialogContent
          bare
          title="Add a step"
          className="top-[12vh] max-w-xl translate-y-0 gap-0 overflow-hidden p-0"
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          <ToolSearch
            onChoose={choose}
            onChooseApproval={chooseApproval}
            onFindByTypes={() => setByTypes(true)}
          />
        </DialogContent>
      )}
    </Dialog>
  )
}

type ToolOption = {
  name: string
  title: string
  description: string
  riskLevel: PlanTool['riskLevel']
  price: string
}

type ToolSearchProps = {
  onChoose: (tool: string) => void
  onChooseApproval: (index: number) => void
  onFindByTypes: () => void
}

function ToolSearch({ onChoose, onChooseApproval, onFindByTypes }: ToolSearchProps) {
  const { plan, catalog } = usePlanEditing()
  const [query, setQuery] = useState('')
  const { state, cards } = useSkillSearch(query)
  const search = query.trim().toLowerCase()
  const described = new Map(cards.map((card) => [card.name, card.description]))
  const tools = [...catalog.values()].filter(({ kind }) => kind === 'tool').map(toToolOption)
  const matchingTools = tools
    .filter(
      ({ name, title, description }) =>
        described.has(name) || `${name} ${title} ${description}`.toLowerCase().includes(search),
    )
    .map((tool) => ({ ...tool, description: described.get(tool.name) ?? tool.description }))
    .toSorted((one, other) => Number(matchesSearch(other, search)) - Number(matchesSearch(one, search)))
  const skills = cards
    .filter(({ runtime }) => runtime !== 'instructions' && runtime !== 'built_in')
    .map(({ name, title, description, riskLevel, price }) => ({ name, title, description, riskLevel, price }))

  const isApproval = matchesApproval(search)
  const [approval] = isApproval ? listStepsWithoutApproval(plan) : []
  const best = (matchingTools[0] ?? skills[0])?.name ?? (approval ? `approval ${approval.index}` : '')
  const [selected, setSelected] = useState(best)
  useEffect(() => setSelected(best), [best])

  return (
    <Command
      shouldFilter={false}
      loop
      label="Find a tool or a skill"
      value={selected}
      onValueChange={setSelected}
    >
      <div className="flex items-center gap-2.5 border-border border-b px-4">
        <Search className="size-4 shrink-0 text-muted-foreground" aria-hidden />
        <Command.Input
          value={query}
          onValueChange={setQuery}
          placeholder="Find a tool or a skill"
          className="h-12 w-full bg-transparent text-base outline-none placeholder:text-muted-foreground sm:text-sm"
        />
      </div>
      <Command.List className="max-h-[min(28rem,65vh)] overflow-y-auto p-1.5">
        <Group heading="Built-in tools" items={matchingTools} onChoose={onChoose} />
        <Group heading="Skills" items={skills} onChoose={onChoose} />
        {isApproval && <Approvals onChoose={onChooseApproval} />}
        {search === '' && (
          <p className="px-2.5 py-2 text-muted-foreground text-xs">
            Type to also search the catalogue, or{' '}
            <button type="button" className="underline underline-offset-4" onClick={onFindByTypes}>
              find a skill by what you have and need
            </button>
            .
          </p>
        )}
        {search !== '' && !isApproval && state === 'done' && matchingTools.length + skills.length === 0 && (
          <p className="p-4 text-muted-foreground text-sm">Nothing found.</p>
        )}
        {state === 'failed' && (
          <p className="p-4 text-muted-foreground text-sm">The search failed. Keep typing to try again.</p>
        )}
      </Command.List>
      <p role="status" className="sr-only">
        {search !== '' && state === 'done' && `${matchingTools.length + skills.length} found`}
      </p>
    </Command>
  )
}

/** A pause is no step of its own but belongs to the step before which the plan waits. */
function Approvals({ onChoose }: { onChoose: (index: number) => void }) {
  const { plan, catalog } = usePlanEditing()
  const steps = listStepsWithoutApproval(plan)
  if (steps.length === 0)
    return (
      <p className="px-2.5 py-2 text-muted-foreground text-sm">
        To let the plan wait for a person, add the step that needs an approval first. Then choose “Wait for
        approval” here again, or under “More” of that step.
      </p>
    )
  return (
    <Command.Group heading="Wait for approval" className={GROUP_CLASSES}>
      {steps.map(({ step, index }) => (
        <Command.Item
          key={index}
          value={`approval ${index}`}
          onSelect={() => onChoose(index)}
          className={ITEM_CLASSES}
        >
          <span className="grid min-w-0 flex-1 gap-0.5">
            <span className="font-medium">
              Before step {index + 1}, {stepTitle(catalog, step)}
            </span>
            <span className="text-muted-foreground text-xs">
              The plan pauses before this step until a person approves it.
            </span>
          </span>
        </Command.Item>
      ))}
    </Command.Group>
  )
}

function matchesSearch({ name, title }: ToolOption, search: string): boolean {
  return `${name} ${title}`.toLowerCase().includes(search)
}

const GROUP_CLASSES =
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted-foreground [&_[cmdk-group-heading]]:text-xs'
const ITEM_CLASSES =
  'flex cursor-pointer select-none items-start gap-3 rounded-md px-2.5 py-2 text-sm data-[selected=true]:bg-accent data-[selected=true]:text-accent-foreground'

type GroupProps = { heading: string; items: ToolOption[]; onChoose: (tool: string) => void }

function Group({ heading, items, onChoose }: GroupProps) {
  if (items.length === 0) return null
  return (
    <Command.Group heading={heading} className={GROUP_CLASSES}>
      {items.map(({ name, title, description, riskLevel, price }) => (
        <Command.Item key={name} value={name} onSelect={() => onChoose(name)} className={ITEM_CLASSES}>
          <span className="grid min-w-0 flex-1 gap-0.5">
            <span className="flex flex-wrap items-baseline gap-x-2">
              <span className="font-medium">{title}</span>
              <code className="text-muted-foreground text-xs [overflow-wrap:anywhere]">{name}</code>
            </span>
            {description !== '' && (
              <span className="line-clamp-1 text-muted-foreground text-xs">{description}</span>
            )}
          </span>
          <span className="flex shrink-0 items-center gap-1.5">
            {price !== '0' && <span className="text-muted-foreground text-xs">{price} USDC</span>}
            {riskLevel !== 'read-only' && <RiskBadge level={riskLevel} />}
          </span>
        </Command.Item>
      ))}
    </Command.Group>
  )
}

function toToolOption({ name, title, sideEffects, riskLevel, priceMicros }: PlanTool): ToolOption {
  return { name, title, riskLevel, description: sideEffects.join(' '), price: formatMicros(priceMicros) }
}
