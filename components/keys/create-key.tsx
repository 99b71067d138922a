'use client'

import type { NewKey } from '#lib/keys/keys.ts'
import { MakeAndShow } from '../ui/make-and-show.tsx'
import { type CreateKeyProps, KeyForm } from './key-form.tsx'

/** The button, and the dialog in which a key is made and shown this once. */
export function CreateKey(props: CreateKeyProps) {
  return (
    <MakeAndShow<NewKey>
      verb="Create key"
      title="Create an API key"
      description={`The key acts as you, for ${props.organisationName}, within the limits you set here.`}
      form={(onMade) => <KeyForm {...props} onMade={onMade} />}
      shown={({ name, key }) => ({
        title: `The key “${name}”`,
        label: 'API key',
        secret: key,
        use: (
          <>
            Send it as <code>Authorization: Bearer …</code>. If you lose it, revoke it and create another.
          </>
        ),
      })}
    />
  )
}
