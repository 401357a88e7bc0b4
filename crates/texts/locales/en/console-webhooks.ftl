# The console: webhooks.

webhooks-title = Webhooks
webhooks-lead = A webhook notifies your program when something happens in a Portal.
webhooks-create = Create webhook
webhooks-none = No webhooks yet
webhooks-none-help = Create one, then add it to a Portal.
webhooks-name = Name
webhooks-state = Status
webhooks-on = On
webhooks-off = Off
webhooks-url = URL
webhooks-url-help = Called once when you save, to test it.
webhooks-url-missing = Enter a URL.
webhooks-url-no-address = This is not a URL. It begins with https://
webhooks-url-scheme = Use an http or https URL.
webhooks-url-user = Remove the user name and password from the URL. Send them as a header.
webhooks-events = Events
webhooks-events-missing = Select at least one event.
webhooks-event = Event
webhooks-event-package-created = Upload started
webhooks-event-package-finalized = Upload complete
webhooks-event-quota-near = Limit almost reached
webhooks-event-quota-reached = Limit reached
webhooks-event-webhook-test = Test event
webhooks-event-id = Event ID
webhooks-portals = Portals
webhooks-portal-count = { $count ->
    [one] { $count } Portal
   *[other] { $count } Portals
}
webhooks-attached = { $count ->
    [one] used by { $count } Portal
   *[other] used by { $count } Portals
}
webhooks-method = Method
webhooks-headers = Headers
webhooks-headers-help = Sent with each delivery, for example to authenticate. Saved values are not shown again.
webhooks-extras = Extra values
webhooks-extras-help = Added to the body of each event as body_extras.
webhooks-value = Value
webhooks-pair-name = { $list }: name { $number }
webhooks-pair-value = { $list }: value { $number }
webhooks-pair-remove = { $list }: remove row { $number }
webhooks-pair-add = Add row
webhooks-names-doubled = This name is already used.
webhooks-active = Send events
webhooks-active-help = When off, no events are sent or kept for later.
webhooks-made = Webhook created
webhooks-made-lead = Copy its secret now, then add the webhook to a Portal.
webhooks-secret = Signing secret
webhooks-secret-help = Your program uses it to verify that events come from here (Standard Webhooks).
webhooks-secret-kept = I’ve saved the secret
webhooks-settings = Settings
webhooks-saved = Webhook saved.
webhooks-test = Send test event
webhooks-tested = Test event sent. See the deliveries.
webhooks-more = More
webhooks-rotate = Replace secret
webhooks-rotate-body = Deliveries are signed with both secrets for 24 hours. Then the old secret stops working.
webhooks-rotate-do = Create new secret
webhooks-rotated = New secret
webhooks-rotated-help = Use it in your program within 24 hours.
webhooks-delete-title = Delete this webhook?
webhooks-delete-body = { $count ->
    [one] This cannot be undone. No more events are sent, and it is removed from { $count } Portal.
   *[other] This cannot be undone. No more events are sent, and it is removed from { $count } Portals.
}
webhooks-deleted = Webhook deleted.
webhooks-deliveries = Deliveries
webhooks-deliveries-help = The newest 500 of the last 30 days. Each event is sent up to 5 times.
webhooks-no-deliveries = No deliveries yet
webhooks-no-deliveries-help = Send a test event to check that your program responds.
webhooks-delivery-pending = Waiting
webhooks-delivery-delivered = Delivered
webhooks-delivery-exhausted = Failed
webhooks-answer = Last response
webhooks-status = Status { $status }
webhooks-attempts = Attempts
webhooks-no-attempts = No attempts yet.
webhooks-last-attempt = Last attempt
webhooks-next-attempt = Next attempt
webhooks-package = Package
webhooks-redeliver = Send again
webhooks-redelivering = The event will be sent again.
