'use client'

import { Command } from 'cmdk'
import { Link2 } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/dialogs/popover.tsx'
import { itemChoices, labelledReferenceChoices, type ReferenceChoice } from '../document/reference-choices.ts'
import { formatReferenceLabel } from '../document/step-labels.ts'
import { usePlanEditing } from '../parts/plan-editing.tsx'
import { StepNumber } from '../parts/reference-chip.tsx'

type Props = {
  label: string
  pointer: string
  isChosen: boolean
  onChoose: (text: string) => void
  onInsert?: (text: string) => void
}

export function ReferencePicker(props: Props) {
  const [isOpen, setOpen] = useState(false)
  const { label, isChosen } = props
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button variant="ghost" size="sm" className="h-7 px-2 text-muted-foreground text-xs">
          <Link2 aria-hidden /> {isChosen ? 'Use another result' : 'Use a result'}
          <span className="sr-only"> for {label}</span>
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" className="w-96 p-0" aria-label={`Results for ${label}`}>
        {isOpen && <Choices {...props} close={() => setOpen(false)} />}
      </PopoverContent>
    </Popover>
  )
}

function Choices({ label, pointer, onChoose, onInsert, close }: Props & { close: () => void }) {
  const { applyFix } = usePlanEditing()
  const [isInserted, setInserted] = useState(onInsert !== undefined)
  const { sure, unsure, items } = useChoices(pointer, isInserted)
  const choose = (text: string) => {
    close()
    if (isInserted && onInsert) onInsert(text)
    else onChoose(text)
  }
  const isEmpty = sure.length + unsure.length + items.length === 0
  if (isEmpty && !onInsert) {
    return (
      <p className="p-4 text-muted-foreground text-sm">No other step returns a value that fits “{label}”.</p>
    )
  }
  return (
    <Command label={`Results for ${label}`} loop>
      <div className="border-border border-b px-3">
        <Command.Input
          placeholder={`Find a result for “${label}”`}
          className="h-10 w-full bg-transparent text-base outline-none placeholder:text-muted-foreground sm:text-sm"
        />
      </div>
      <Command.List className="max-h-72 overflow-y-auto p-1.5">
        <Command.Empty className="p-3 text-muted-foreground text-sm">
          {isEmpty ? 'No matching results.' : 'Nothing found.'}
        </Command.Empty>
        {sure.map((choice) => (
          <Choice key={choice.text} choice={choice} onSelect={() => choose(choice.text)} />
        ))}
        <Group heading="From each item (the step runs once for every item)">
          {items.map((choice) => (
            <Choice
              key={choice.text}
              choice={choice}
              listLabel={`each of ${choice.list}`}
              onSelect={() => {
                close()
                applyFix(choice.edits)
              }}
            />
          ))}
        </Group>
        <Group heading="May be missing or not fit">
          {unsure.map((choice) => (
            <Choice key={choice.text} choice={choice} onSelect={() => choose(choice.text)} />
          ))}
        </Group>
      </Command.List>
      {onInsert && <InsertChoice isInserted={isInserted} onChange={setInserted} />}
    </Command>
  )
}

/**
 * Returns the results that can be used here. Choosing one of `items` makes the step run once for each item of a list.
 */
function useChoices(pointer: string, isInserted: boolean) {
  const { plan, catalog, isStarted } = usePlanEditing()
  const choices = useMemo(
    () => labelledReferenceChoices(plan, catalog, pointer, { isWithinText: isInserted }),
    [plan, catalog, pointer, isInserted],
  )
  const items = useMemo(
    () => (isStarted || isInserted ? [] : itemChoices(plan, catalog, pointer)),
    [plan, catalog, pointer, isStarted, isInserted],
  )
  const sure = choices.filter(({ isUnsure }) => !isUnsure)
  const unsure = choices.filter(({ isUnsure }) => isUnsure)
  return { sure, unsure, items }
}

function InsertChoice(props: { isInserted: boolean; onChange: (isInserted: boolean) => void }) {
  return (
    <label className="flex items-center gap-2 border-border border-t px-3 py-2 text-sm">
      <input
        type="checkbox"
        checked={props.isInserted}
        className="accent-primary"
        onChange={({ target }) => props.onChange(target.checked)}
      />
      Insert into the existing text
    </label>
  )
}

function Group({ heading, children }: { heading: string; children: ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-muted-foreground [&_[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Command.Group>
  )
}

type ChoiceProps = {
  choice: ReferenceChoice
  listLabel?: string
  onSelect: () => void
}

function Choice({ choice, listLabel, onSelect }: ChoiceProps) {
  const { label, kind, text, description, note } = choice
  return (
    <Command.Item
      value={text}
      keywords={[formatReferenceLabel(label), listLabel ?? '', description ?? '']}
      onSelect={onSelect}
      className="flex cursor-pointer select-none items-start gap-2.5 rounded-md px-2.5 py-2 text-sm data-[selected=true]:bg-accent data-[selected=true]:text-accent-foreground"
    >
      {label.number !== undefined && <StepNumber number={label.number} />}
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <span className="font-medium">{label.part || 'Whole result'}</span>{' '}
            <span className="text-muted-foreground text-xs">of {listLabel ?? label.of}</span>
          </span>
          <span className="shrink-0 text-muted-foreground text-xs">{kind}</span>
        </span>
        {(note ?? description) && (
          <span className="line-clamp-2 text-muted-foreground text-xs">{note ?? description}</span>
        )}
      </span>
    </Command.Item>
  )
}
