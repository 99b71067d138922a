'use client'

import { useFormStatus } from 'react-dom'
import { Button, type ButtonProps } from './button.tsx'

/** The submit button of a `<form action>`: busy for as long as its form is being sent. */
export function SubmitButton(props: ButtonProps) {
  const { pending } = useFormStatus()
  return <Button {...props} type="submit" pending={pending || props.pending} />
}
