'use client'

import { type FormEvent, useEffect, useId, useState } from 'react'
import type { CollectionChoice, ItemRef } from '#lib/catalog/collections/collections.ts'
import type { PublicError } from '#lib/kernel/errors.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { RefusalAlert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent } from '../../ui/dialogs/dialog.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { InputField } from '../../ui/forms/field.tsx'
import { errorsAt } from '../../ui/forms/form-error.tsx'
import { Label } from '../../ui/forms/input.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { attemptAction, useAction } from '../../ui/use-action.ts'
import type { CollectActions } from './collect-provider.tsx'

type CollectDialogProps = { name: string; item: ItemRef; actions: CollectActions; close: () => void }

/** Each tick is stored at once, so the dialog has no button to save. */
export function CollectDialog({ name, item, actions, close }: CollectDialogProps) {
  const [choices, setChoices] = useState<CollectionChoice[]>()
  const [refusal, setRefusal] = useState<PublicError>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the dialog opens
  useEffect(() => {
    let isOpen = true
    attemptAction(() => actions.listCollectionChoices(item)).then((result) => {
      if (!isOpen) return
      if (result.ok) setChoices(result.data)
      else setRefusal(result.error)
    })
    return () => {
      isOpen = false
    }
  }, [])

  const change = (changed: CollectionChoice) =>
    setChoices((before) => before?.map((each) => (each.id === changed.id ? changed : each)))

  return (
    <Dialog open onOpenChange={(isOpen) => isOpen || close()}>
      <DialogContent
        title={`Collect ${name}`}
        description={
          <>
            Collections are yours, and private until you make them public.{' '}
            <TextLink href={paths.collections}>See them all</TextLink>
          </>
        }
      >
        {refusal && <RefusalAlert error={refusal} />}
        {!choices && !refusal && <p className="text-muted-foreground text-sm">Loading…</p>}
        {choices && choices.length > 0 && (
          <ul className="-mx-2 grid max-h-64 grid-cols-1 overflow-y-auto">
            {choices.map((choice) => (
              <ChoiceRow
                key={choice.id}
                choice={choice}
                set={(isIn) => actions.setInCollection({ collection: choice.id, item, isIn })}
                onChange={change}
                onRefuse={setRefusal}
              />
            ))}
          </ul>
        )}
        {choices && (
          <NewCollection
            create={(title) => actions.createCollection({ title, item })}
            isFirst={choices.length === 0}
            onCreated={(id, title) => {
              setRefusal(undefined)
              setChoices((before = []) => [{ id, title, isPublic: false, hasItem: true }, ...before])
            }}
          />
        )}
      </DialogContent>
    </Dialog>
  )
}

type ChoiceRowProps = {
  choice: CollectionChoice
  set: (isIn: boolean) => ReturnType<CollectActions['setInCollection']>
  onChange: (choice: CollectionChoice) => void
  onRefuse: (refusal: PublicError | undefined) => void
}

function ChoiceRow({ choice, set, onChange, onRefuse }: ChoiceRowProps) {
  const id = useId()
  const [isBusy, start] = useAction((error) => {
    onChange(choice)
    onRefuse(error)
  })

  function toggle(hasItem: boolean) {
    onRefuse(undefined)
    onChange({ ...choice, hasItem })
    start(() => set(hasItem))
  }

  return (
    <li>
      <Label
        htmlFor={id}
        className="flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-2 font-normal hover:bg-accent"
      >
        <Checkbox id={id} checked={choice.hasItem} disabled={isBusy} onCheckedChange={toggle} />
        <span className="min-w-0 truncate">{choice.title}</span>
        {choice.isPublic && <span className="ml-auto text-muted-foreground text-xs">Public</span>}
      </Label>
    </li>
  )
}

type NewCollectionProps = {
  create: (title: string) => ReturnType<CollectActions['createCollection']>
  isFirst: boolean
  onCreated: (id: string, title: string) => void
}

function NewCollection({ create, isFirst, onCreated }: NewCollectionProps) {
  const [title, setTitle] = useState('')
  const [error, setError] = useState<PublicError | null>(null)
  const [isBusy, start] = useAction(setError)

  function submit(event: FormEvent) {
    event.preventDefault()
    setError(null)
    start(
      () => create(title),
      ({ id }) => {
        onCreated(id, title.trim())
        setTitle('')
      },
    )
  }

  const atTitle = errorsAt(error, '/title')
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-3 border-border border-t pt-4">
      {error && atTitle.length === 0 && <RefusalAlert error={error} />}
      <div className="flex items-start gap-2">
        <InputField
          className="grow"
          label={isFirst ? 'Name of your first collection' : 'New collection'}
          placeholder="Such as “Invoices”"
          errors={atTitle}
          maxLength={80}
          value={title}
          onChange={setTitle}
        />
        <Button type="submit" variant="outline" className="mt-6.5" pending={isBusy}>
          Create
        </Button>
      </div>
    </form>
  )
}
