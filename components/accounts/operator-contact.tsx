/** The contact of the site's operator, which may be an email address, a URL or plain text. */
export function OperatorContact({ contact }: { contact: string }) {
  const isEmail = /^[^\s@]+@[^\s@]+$/.test(contact)
  const href = isEmail ? `mailto:${contact}` : /^https?:\/\//.test(contact) ? contact : undefined
  return href ? (
    <a href={href} className="underline underline-offset-4 [overflow-wrap:anywhere]">
      {contact}
    </a>
  ) : (
    <span className="[overflow-wrap:anywhere]">{contact}</span>
  )
}
