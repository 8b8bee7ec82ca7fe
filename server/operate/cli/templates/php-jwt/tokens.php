<?php
require __DIR__ . '/subject-token.php';

function issue_token(string $user_id): string {
    return dx_subject_token($user_id, $_ENV['SUBJECT_ISSUER'], file_get_contents(__DIR__ . '/subject-key.pem'));
}
