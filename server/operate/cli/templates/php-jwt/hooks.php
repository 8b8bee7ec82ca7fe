<?php
/** What the booking server asks your site. It checks the tokens of your users itself, by the SUBJECT_ settings. */

/**
 * Is this booking paid? Replace this before customers book: create one bill for each journeyId, and return
 * ['state' => 'due', 'payUrl' => 'https://…'] until it is paid, then ['state' => 'paid', 'reference' => '…'].
 */
function payment(array $request): array {
    return ['state' => 'paid', 'reference' => "demo-{$request['journeyId']}"];
}

function check(): bool {
    return true;
}

const HOOKS = ['check' => 'check', 'payment' => 'payment'];
