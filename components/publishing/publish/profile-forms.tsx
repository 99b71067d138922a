'use client'

import type { Screenshot } from '#lib/publishing/publishers/screenshots.ts'
import type { PublisherProfile } from '#lib/publishing/rows/profiles.ts'
import { SavedNote } from '../../accounts/form-result.tsx'
import { Field, TextareaField } from '../../ui/forms/field.tsx'
import { errorsAt, FormError, type FormState } from '../../ui/forms/form-error.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { SubmitButton, useFormAction } from '../../ui/forms/submit-button.tsx'

export type ProfileState = { error: FormState; isSaved: boolean; values: Record<string, string> }
export type SendProfile = (before: ProfileState, form: FormData) => Promise<ProfileState>

export function ProfileForm({ profile, save }: { profile: PublisherProfile; save: SendProfile }) {
  const [{ error, isSaved, values }, form] = useFormAction(save, {
    error: null,
    isSaved: false,
    values: { ...profile },
  })
  const addresses = [
    { name: 'website', label: 'Website', placeholder: 'https://example.com', help: undefined },
    {
      name: 'support',
      label: 'Support',
      placeholder: 'https://example.com/help',
      help: 'A web or an email address. Everyone sees it. Without one, people can write to you through a form.',
    },
    {
      name: 'repository',
      label: 'Source code',
      placeholder: 'https://github.com/example',
      help: undefined,
    },
  ]
  return (
    <form {...form} noValidate className="grid grid-cols-1 gap-5">
      <FormError
        state={error}
        fields={['/displayName', '/bio', ...addresses.map(({ name }) => `/${name}`)]}
      />
      <Field label="Name" errors={errorsAt(error, '/displayName')} className="max-w-sm">
        {(controlProps) => (
          <Input {...controlProps} name="displayName" autoComplete="off" defaultValue={values.displayName} />
        )}
      </Field>
      <TextareaField
        label="About"
        optional
        help="Two or three sentences: who you are, and what your skills are for."
        errors={errorsAt(error, '/bio')}
        name="bio"
        rows={3}
        defaultValue={values.bio}
      />
      {addresses.map(({ name, label, placeholder, help }) => (
        <Field key={name} label={label} optional help={help} errors={errorsAt(error, `/${name}`)}>
          {(controlProps) => (
            <Input
              {...controlProps}
              name={name}
              placeholder={placeholder}
              autoComplete="off"
              spellCheck={false}
              defaultValue={values[name]}
            />
          )}
        </Field>
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton>Save</SubmitButton>
        <SavedNote show={isSaved}>Saved.</SavedNote>
      </div>
    </form>
  )
}

/** A form without fields: one button, and what became of it. */
export function RequestForm({ label, done, send }: { label: string; done: string; send: SendProfile }) {
  const [{ error, isSaved }, form] = useFormAction(send, { error: null, isSaved: false, values: {} })
  return (
    <form {...form} className="grid grid-cols-1 gap-3">
      <FormError state={error} fields={[]} />
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton variant="outline">{label}</SubmitButton>
        <SavedNote show={isSaved}>{done}</SavedNote>
      </div>
    </form>
  )
}

type ScreenshotsFormProps = { screenshots: Screenshot[]; add: SendProfile; remove: SendProfile }

export function ScreenshotsForm({ screenshots, add, remove }: ScreenshotsFormProps) {
  const [{ error, values }, form] = useFormAction(add, { error: null, isSaved: false, values: {} })
  const [removal, removeForm] = useFormAction(remove, { error: null, isSaved: false, values: {} })
  return (
    <div className="grid grid-cols-1 gap-6">
      {screenshots.length > 0 && (
        <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          {screenshots.map(({ id, path, caption }) => (
            <li key={id} className="grid content-start gap-2">
              {/* biome-ignore lint/performance/noImgElement: uploaded at its final size, on our own origin */}
              <img
                src={path}
                alt={caption}
                loading="lazy"
                className="aspect-video w-full rounded-md border border-border object-cover"
              />
              <form {...removeForm} className="flex items-start justify-between gap-3 text-sm">
                <input type="hidden" name="id" value={id} />
                <span className="[overflow-wrap:anywhere]">{caption}</span>
                <SubmitButton variant="ghost" size="sm" aria-label={`Remove “${caption}”`}>
                  Remove
                </SubmitButton>
              </form>
            </li>
          ))}
        </ul>
      )}
      <FormError state={removal.error} fields={[]} />
      <form {...form} noValidate className="grid grid-cols-1 gap-4">
        <FormError state={error} fields={['/image', '/caption']} />
        <Field
          label="Image"
          help="PNG, JPEG, WebP or GIF, up to 2 MB. At most eight."
          errors={errorsAt(error, '/image')}
        >
          {(controlProps) => (
            <Input
              {...controlProps}
              type="file"
              name="image"
              accept="image/png,image/jpeg,image/webp,image/gif"
            />
          )}
        </Field>
        <Field label="What it shows" errors={errorsAt(error, '/caption')}>
          {(controlProps) => (
            <Input {...controlProps} name="caption" autoComplete="off" defaultValue={values.caption} />
          )}
        </Field>
        <div>
          <SubmitButton variant="outline">Add screenshot</SubmitButton>
        </div>
      </form>
    </div>
  )
}

export function ContactForm({ send }: { send: SendProfile }) {
  const [{ error, isSaved, values }, form] = useFormAction(send, { error: null, isSaved: false, values: {} })
  return (
    <form {...form} noValidate className="grid grid-cols-1 gap-4 pt-4">
      <FormError state={error} fields={['/message', '/replyTo']} />
      <TextareaField
        label="Message"
        errors={errorsAt(error, '/message')}
        name="message"
        rows={4}
        defaultValue={values.message}
      />
      <Field
        label="How to answer you"
        optional
        help="The publisher sees your name and what you write here. Your email address is not passed on."
        errors={errorsAt(error, '/replyTo')}
      >
        {(controlProps) => (
          <Input {...controlProps} name="replyTo" autoComplete="off" defaultValue={values.replyTo} />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton variant="outline">Send</SubmitButton>
        <SavedNote show={isSaved}>Sent.</SavedNote>
      </div>
    </form>
  )
}
