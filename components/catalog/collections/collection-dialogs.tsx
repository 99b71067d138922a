'use client'

import { Plus } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, type ReactNode, useState } from 'react'
import { MAX_DESCRIPTION_CHARS } from '#lib/catalog/collections/collection-limits.ts'
import type { CollectionPage } from '#lib/catalog/collections/collections.ts'
import { slugFrom } from '#lib/kernel/names/skill-name.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { MadeToolset } from '#lib/toolsets/toolset-from-collection.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ConfirmButton } from '../../ui/dialogs/confirm-dialog.tsx'
import { Dialog, DialogContent, DialogFooter, DialogTrigger } from '../../ui/dialogs/dialog.tsx'
import { Switch } from '../../ui/forms/checkbox.tsx'
import { InputField, TextareaField } from '../../ui/forms/field.tsx'
import { errorsAt, FormError, type FormState } from '../../ui/forms/form-error.tsx'
import { Label } from '../../ui/forms/input.tsx'
import { useAction } from '../../ui/use-action.ts'

type Create = (request: { title: string; description: string }) => Promise<ActionResult<{ id: string }>>

export function NewCollectionButton({ create }: { create: Create }) {
  const [isOpen, setOpen] = useState(false)
  const router = useRouter()
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button>
          <Plus aria-hidden />
          New collection
        </Button>
      </DialogTrigger>
      <DialogContent title="New collection" description="Private at first. You add skills next.">
        <CollectionForm
          submitLabel="Create"
          submit={create}
          onDone={(made) => router.push(paths.collection(made.id))}
        />
      </DialogContent>
    </Dialog>
  )
}

type CollectionFormProps<Data> = {
  initial?: { title: string; description: string }
  submitLabel: string
  submit: (fields: { title: string; description: string }) => Promise<ActionResult<Data>>
  onDone: (data: Data) => void
  children?: ReactNode
}

function CollectionForm<Data>({ initial, submitLabel, submit, onDone, children }: CollectionFormProps<Data>) {
  const [title, setTitle] = useState(initial?.title ?? '')
  const [description, setDescription] = useState(initial?.description ?? '')
  const [error, setError] = useState<FormState>(null)
  const [isBusy, start] = useAction(setError)

  function send(event: FormEvent) {
    event.preventDefault()
    start(() => submit({ title, description }), onDone)
  }

  return (
    <form onSubmit={send} noValidate className="grid grid-cols-1 gap-4">
      <FormError state={error} fields={['/title', '/description']} />
      <InputField
        label="Name"
        errors={errorsAt(error, '/title')}
        maxLength={80}
        value={title}
        onChange={setTitle}
      />
      <TextareaField
        label="Description"
        optional
        errors={errorsAt(error, '/description')}
        rows={3}
        maxLength={MAX_DESCRIPTION_CHARS}
        value={description}
        onChange={setDescription}
      />
      {children}
      <DialogFooter>
        <Button type="submit" pending={isBusy}>
          {submitLabel}
        </Button>
      </DialogFooter>
    </form>
  )
}

type Owned = Pick<CollectionPage, 'id' | 'title' | 'description' | 'isPublic' | 'ownerName'>

type CollectionActionsProps = {
  collection: Owned
  /** The absolute address of its page. */
  address: string
  canMakeToolset: boolean
  actions: {
    updateCollection: (
      request: Omit<Owned, 'id' | 'ownerName'> & { collection: string },
    ) => Promise<ActionResult<void>>
    deleteCollection: (id: string) => Promise<ActionResult<void>>
    createToolsetFromCollection: (request: {
      collection: string
      name: string
    }) => Promise<ActionResult<MadeToolset>>
  }
}

export function CollectionActions({ collection, address, canMakeToolset, actions }: CollectionActionsProps) {
  const router = useRouter()
  return (
    <>
      {collection.isPublic && <CopyButton text={address} label="Copy link" size="md" withLabel />}
      {canMakeToolset && <MakeToolset collection={collection} make={actions.createToolsetFromCollection} />}
      <EditCollection collection={collection} update={actions.updateCollection} />
      <ConfirmButton
        title={`Delete ${collection.title}?`}
        description="The list is deleted, not the skills in it. This cannot be undone."
        confirmLabel="Delete"
        label={`Delete ${collection.title}`}
        onConfirm={() => actions.deleteCollection(collection.id)}
        onDone={() => router.push(paths.collections)}
      />
    </>
  )
}

type EditCollectionProps = {
  collection: Owned
  update: CollectionActionsProps['actions']['updateCollection']
}

function EditCollection({ collection, update }: EditCollectionProps) {
  const [isOpen, setOpen] = useState(false)
  const [isPublic, setPublic] = useState(collection.isPublic)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => {
        setOpen(next)
        setPublic(collection.isPublic)
      }}
    >
      <DialogTrigger asChild>
        <Button variant="outline">Edit…</Button>
      </DialogTrigger>
      <DialogContent title="Edit collection">
        <CollectionForm
          initial={collection}
          submitLabel="Save"
          submit={(fields) => update({ collection: collection.id, ...fields, isPublic })}
          onDone={() => setOpen(false)}
        >
          <div className="flex items-start gap-3">
            <Switch
              id="collection-is-public"
              checked={isPublic}
              onCheckedChange={setPublic}
              aria-describedby="collection-is-public-help"
            />
            <div className="grid gap-1">
              <Label htmlFor="collection-is-public">Public</Label>
              <p id="collection-is-public-help" className="text-muted-foreground text-sm">
                Everyone with the link sees the name, the description, your name ({collection.ownerName}) and
                the entries that are public.
              </p>
            </div>
          </div>
        </CollectionForm>
      </DialogContent>
    </Dialog>
  )
}

type MakeToolsetProps = {
  collection: Owned
  make: CollectionActionsProps['actions']['createToolsetFromCollection']
}

function MakeToolset({ collection, make }: MakeToolsetProps) {
  const [isOpen, setOpen] = useState(false)
  const [made, setMade] = useState<MadeToolset>()
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => {
        setOpen(next)
        setMade(undefined)
      }}
    >
      <DialogTrigger asChild>
        <Button variant="outline">Make a toolset…</Button>
      </DialogTrigger>
      {made ? (
        <DialogContent
          title={`${made.slug} was created`}
          description={`${plural(made.added.length, 'skill was', 'skills were')} added.`}
        >
          {made.left.length > 0 && (
            <div className="grid grid-cols-1 gap-2 text-sm">
              <p>
                {made.left.length === 1 ? 'This one needs' : 'These need'} permissions, or cannot be added.
                Add what you agree to on the page of the toolset:
              </p>
              <ul className="grid list-disc grid-cols-1 gap-1 pl-5 font-mono text-xs [overflow-wrap:anywhere]">
                {made.left.map((name) => (
                  <li key={name}>{name}</li>
                ))}
              </ul>
            </div>
          )}
          <DialogFooter>
            <LinkButton href={paths.toolsets}>Open toolsets</LinkButton>
          </DialogFooter>
        </DialogContent>
      ) : (
        <DialogContent
          title="Make a toolset"
          description="Agents that connect to a toolset get exactly its skills. Those that need no permissions are added now."
        >
          <ToolsetForm collection={collection} make={make} onDone={setMade} />
        </DialogContent>
      )}
    </Dialog>
  )
}

function ToolsetForm({
  collection,
  make,
  onDone,
}: MakeToolsetProps & { onDone: (made: MadeToolset) => void }) {
  const [name, setName] = useState(slugFrom(collection.title))
  const [error, setError] = useState<FormState>(null)
  const [isBusy, start] = useAction(setError)

  function send(event: FormEvent) {
    event.preventDefault()
    start(() => make({ collection: collection.id, name: slugFrom(name) }), onDone)
  }

  return (
    <form onSubmit={send} noValidate className="grid grid-cols-1 gap-4">
      <FormError state={error} fields={['/name']} />
      <InputField
        label="Name of the toolset"
        help={`In the URL: ${slugFrom(name)}`}
        errors={errorsAt(error, '/name')}
        spellCheck={false}
        maxLength={64}
        value={name}
        onChange={setName}
      />
      <DialogFooter>
        <Button type="submit" pending={isBusy}>
          Create toolset
        </Button>
      </DialogFooter>
    </form>
  )
}
