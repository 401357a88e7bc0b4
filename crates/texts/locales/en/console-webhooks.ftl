# The console: webhooks.

webhooks-title = Webhooks
webhooks-lead = A webhook tells one of your own programs when something happens in a Portal.
webhooks-create = Create a webhook
webhooks-none = No webhooks yet
webhooks-none-help = Create one, then attach it to a Portal.
webhooks-name = Name
webhooks-state = State
webhooks-on = On
webhooks-off = Off
webhooks-url = Address
webhooks-url-help = Called once when you save, to see that it answers.
webhooks-url-missing = Enter the address to call.
webhooks-url-no-address = This is not an address. It begins with https://
webhooks-url-scheme = Only http and https can be called.
webhooks-url-user = Leave user name and password out of the address; send them as a header.
webhooks-events = Events
webhooks-events-missing = Choose at least one event.
webhooks-event = Event
webhooks-event-package-created = Someone began to send
webhooks-event-package-finalized = Everything has arrived
webhooks-event-quota-near = Little of a limit is left
webhooks-event-quota-reached = A limit was reached
webhooks-event-webhook-test = Test event
webhooks-event-id = Event id
webhooks-portals = Portals
webhooks-portal-count = { $count ->
    [one] { $count } Portal
   *[other] { $count } Portals
}
webhooks-attached = { $count ->
    [one] attached to { $count } Portal
   *[other] attached to { $count } Portals
}
webhooks-method = Method
webhooks-headers = Headers
webhooks-headers-help = Sent with each delivery, for example to sign in at your program. Saved values are not shown again.
webhooks-extras = Extra values
webhooks-extras-help = Added to the body of each event as body_extras.
webhooks-value = Value
webhooks-pair-name = { $list }: name { $number }
webhooks-pair-value = { $list }: value { $number }
webhooks-pair-remove = { $list }: remove line { $number }
webhooks-pair-add = Add a line
webhooks-names-doubled = This name stands there twice.
webhooks-active = Send events
webhooks-active-help = While it is off, nothing is sent and nothing is kept for later.
webhooks-made = The webhook is created
webhooks-made-lead = Keep its secret now, then attach it to a Portal.
webhooks-secret = Signing secret
webhooks-secret-help = With it your program checks that an event really came from here, by the Standard Webhooks scheme.
webhooks-secret-kept = I have kept the secret
webhooks-settings = Settings
webhooks-saved = The webhook is saved.
webhooks-test = Send a test event
webhooks-tested = The test event is on its way; see the deliveries.
webhooks-more = More
webhooks-rotate = Get a new secret
webhooks-rotate-body = Deliveries are signed with both secrets for 24 hours; after that the old one no longer counts.
webhooks-rotate-do = Make a new secret
webhooks-rotated = The new secret
webhooks-rotated-help = Give it to your program within 24 hours.
webhooks-delete-title = Delete this webhook?
webhooks-delete-body = { $count ->
    [one] This cannot be undone. Nothing more is sent; it is taken off { $count } Portal.
   *[other] This cannot be undone. Nothing more is sent; it is taken off { $count } Portals.
}
webhooks-deleted = The webhook is deleted.
webhooks-deliveries = Deliveries
webhooks-deliveries-help = The newest 500 of the last thirty days. Each event is tried up to five times.
webhooks-no-deliveries = Nothing was sent yet
webhooks-no-deliveries-help = Send a test event to see whether your program answers.
webhooks-delivery-pending = On its way
webhooks-delivery-delivered = Delivered
webhooks-delivery-exhausted = Given up
webhooks-answer = Last answer
webhooks-status = Status { $status }
webhooks-attempts = Attempts
webhooks-no-attempts = Not tried yet.
webhooks-last-attempt = Last attempt
webhooks-next-attempt = Next attempt
webhooks-package = Package
webhooks-redeliver = Send again
webhooks-redelivering = The event is sent again.
