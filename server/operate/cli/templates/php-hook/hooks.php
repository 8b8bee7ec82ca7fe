<?php
/** What the booking server asks your site. */

/** Who is signed in? The server refuses the token after expiresAt, and accepts a tokenId from one element only. */
function verify_subject(array $request): ?array {
    return read_token($request['token']);
}

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

const HOOKS = ['check' => 'check', 'verifySubject' => 'verify_subject', 'payment' => 'payment'];
